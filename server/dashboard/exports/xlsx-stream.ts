import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from '../../domain/text/cell.ts'
import { maxSheetRows, sheetEnd, sheetPath, sheetRow, sheetStart, workbookParts } from '../../domain/text/sheet-xml.ts'

interface Content {
  readonly title: string
  readonly names: readonly string[]
  /** The rows of the file, a part at a time. */
  readonly parts: AsyncIterator<readonly (readonly Cell[])[]>
}

/**
 * An XLSX file as a stream that holds one part of its rows at a time. Rows beyond those that a sheet can have follow in
 * another sheet. An error destroys the stream.
 */
export function xlsxStream(content: Content, rowsOfSheet = maxSheetRows - 1): Readable {
  const zip = new ZipFile()
  const file = new PassThrough()
  zip.outputStream.pipe(file)
  const rows = new Rows(content.parts)
  let sheet: Readable | null = null
  const fail = (error: Error): void => void file.destroy(error)
  zip.on('error', fail)
  file.once('close', () => {
    sheet?.destroy()
    // The sheet ends its own reading only.
    content.parts.return?.().catch(() => {})
  })
  const end = (sheets: number): void => {
    for (const [path, text] of Object.entries(workbookParts(content.title, sheets)))
      zip.addBuffer(Buffer.from(text), path)
    zip.end()
  }
  const addSheet = (number: number): void => {
    sheet = Readable.from(sheetText(content.names, rows, rowsOfSheet), { objectMode: false })
    sheet.once('error', fail)
    sheet.once('end', () => void rows.hasMore().then((hasMore) => (hasMore ? addSheet(number + 1) : end(number)), fail))
    zip.addReadStream(sheet, sheetPath(number))
  }
  addSheet(1)
  return file
}

/** The rows of all parts, which several sheets take one after the other. */
class Rows {
  readonly #parts: Content['parts']
  #waiting: readonly (readonly Cell[])[] = []

  constructor(parts: Content['parts']) {
    this.#parts = parts
  }

  async hasMore(): Promise<boolean> {
    while (this.#waiting.length === 0) {
      const part = await this.#parts.next()
      if (part.done === true) return false
      this.#waiting = part.value
    }
    return true
  }

  /** At most `limit` rows. None: there are no more. */
  async take(limit: number): Promise<readonly (readonly Cell[])[]> {
    if (!(await this.hasMore())) return []
    const taken = this.#waiting.slice(0, limit)
    this.#waiting = this.#waiting.slice(limit)
    return taken
  }
}

async function* sheetText(names: readonly string[], rows: Rows, limit: number): AsyncGenerator<string> {
  yield sheetStart(names)
  for (let left = limit; left > 0;) {
    const taken = await rows.take(left)
    if (taken.length === 0) break
    left -= taken.length
    yield taken.map(sheetRow).join('')
  }
  yield sheetEnd
}
