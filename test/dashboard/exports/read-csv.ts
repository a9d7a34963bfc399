/** Reads CSV as RFC 4180 defines it, as records of cells. Throws on anything else. */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  for (let at = 0; at < text.length;) {
    const cells: string[] = []
    for (let isLast = false; !isLast;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at)
      cells.push(cell.value)
      at = cell.end
      if (text[at] === ',') at += 1
      else if (text.startsWith('\r\n', at)) isLast = true
      else throw new Error(`No comma and no end of line at ${String(at)}: ${JSON.stringify(text.slice(at, at + 40))}`)
    }
    at += 2
    records.push(cells)
  }
  return records
}

/** The rows of a file, with cells by the names in its first line. */
export function csvRows(file: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(file.replace(/^\uFEFF/, ''))
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index] ?? '', cell])))
}

function quoted(text: string, start: number): { value: string; end: number } {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at] ?? ''
    else if (text[at + 1] === '"') value += text[at++] ?? ''
    else return { value, end: at + 1 }
  }
  throw new Error('A quote that does not end')
}

function plain(text: string, start: number): { value: string; end: number } {
  let end = start
  while (end < text.length && !/[,"\r\n]/.test(text[end] ?? '')) end += 1
  return { value: text.slice(start, end), end }
}
