import { inflateRawSync } from 'node:zlib'

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const endBytes = 22
const longestComment = 65_535

/** The content of the only file in a zip archive whose name ends with `suffix`. Null: none, or more than one. */
export function fileInZip(zip: Buffer, suffix: string, mostBytes: number): Buffer | null {
  const end = endOf(zip)
  if (end === null) return null
  const found: Buffer[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== directoryEntry) return null
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const nameEnd = at + 46 + (nameBytes ?? 0)
    if (zip.toString('utf8', at + 46, nameEnd).endsWith(suffix)) found.push(contentOf(zip, at, mostBytes))
    at = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

function endOf(zip: Buffer): number | null {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - longestComment); at -= 1)
    if (zip.readUInt32LE(at) === endOfDirectory) return at
  return null
}

function contentOf(zip: Buffer, entry: number, mostBytes: number): Buffer {
  const [method, size, local] = [
    zip.readUInt16LE(entry + 10),
    zip.readUInt32LE(entry + 20),
    zip.readUInt32LE(entry + 42),
  ]
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const stored = zip.subarray(start, start + size)
  return method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: mostBytes })
}
