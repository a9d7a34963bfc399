import { crc32 } from 'node:zlib'

/**
 * A package as npm reads it, or another folder: a tar archive within gzip. Its bytes depend on the files alone. Lock
 * files of shops name their hash, so they must not change with the machine, with the time, or with the release of Node.
 * That is why the archive is stored and not compressed: compressors differ.
 */
export function tarball(files: Readonly<Record<string, string>>, folder = 'package'): Buffer {
  const entries = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]) => entryOf(`${folder}/${name}`, Buffer.from(text)))
  return storedGzip(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]))
}

const blockBytes = 512

/** npm's own date for the files of a package: 26 October 1985. */
const modifiedSeconds = 499_162_500

/** The header in the format of POSIX (ustar), the content, and zeros up to the next block. */
function entryOf(path: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(blockBytes)
  if (path.length > 100) throw new Error(`Bug: the path ${path} is too long for the archive`)
  const isProgram = content.toString('latin1', 0, 2) === '#!'
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`
  header.write(path, 0)
  header.write(octal(isProgram ? 0o755 : 0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(content.length, 12), 124)
  header.write(octal(modifiedSeconds, 12), 136)
  // The sum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)} `, 148)
  return [header, content, Buffer.alloc(-content.length & (blockBytes - 1))]
}

/** The largest stored block of the format. */
const storedBytes = 65_535

/** Wraps bytes in gzip (RFC 1952) without compressing them. */
function storedGzip(bytes: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])]
  for (let at = 0; at < bytes.length; at += storedBytes) {
    const part = bytes.subarray(at, at + storedBytes)
    const head = Buffer.alloc(5)
    head.writeUInt8(at + storedBytes < bytes.length ? 0 : 1)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ 0xffff, 3)
    parts.push(head, part)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(bytes))
  end.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([...parts, end])
}
