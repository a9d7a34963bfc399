import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive, by their paths. It reads the central directory, as spreadsheets do. */
function filesOf(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0) throw new Error('The archive has no end')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    files.set(name, inflateRawSync(packed).toString())
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

export interface ReadCell {
  readonly type: 'text' | 'number' | 'empty'
  readonly value: string
  /** The format of the cell's style, such as `0.00` or `yyyy-mm-dd`. */
  readonly format: string
}

/** The sheets of an XLSX file: their names, and their rows of cells. */
export function readXlsx(file: Buffer): { name: string; rows: ReadCell[][] }[] {
  const files = filesOf(file)
  const text = (path: string): string => {
    const found = files.get(path)
    if (found === undefined) throw new Error(`There is no ${path}`)
    return found
  }
  const codes = new Map(
    [...text('xl/styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const styles = [...(text('xl/styles.xml').split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => codes.get(id) ?? (id === '49' ? '@' : 'General'),
  )
  const types = text('[Content_Types].xml')
  return [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="([^"]*)"/g)].map(
    ([, name = '', id = '']) => {
      const target = new RegExp(`Id="${id}"[^>]*Target="([^"]*)"`).exec(text('xl/_rels/workbook.xml.rels'))?.[1] ?? ''
      if (!types.includes(`PartName="/xl/${target}"`)) throw new Error(`${target} has no type`)
      return { name, rows: rowsOf(text(`xl/${target}`), styles) }
    },
  )
}

function rowsOf(sheet: string, styles: readonly string[]): ReadCell[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c s="(\d+)"( t="inlineStr")?>(?:<is><t[^>]*>|<v>)(.*?)<\/(?:t|v)>.*?<\/c>/gs)].map(
      ([, style, isText, value]) =>
        style === undefined
          ? { type: 'empty', value: '', format: '' }
          : { type: isText ? 'text' : 'number', value: plain(value ?? ''), format: styles[Number(style)] ?? '' },
    ),
  )
}

function plain(xml: string): string {
  return xml
    .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? '&')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
