import type { Cell } from './cell.ts'

// The parts of an XLSX file (ECMA-376, SpreadsheetML) with typed cells, so that a spreadsheet in any language shows the
// same numbers, days and texts: an amount stays an amount, and the reference 00012345 keeps its zeros.

/** The most rows that a sheet can have, its first row included. */
export const maxSheetRows = 1_048_576

/** The most UTF-16 code units that a cell can have. */
const maxCellLength = 32_767

/** Spreadsheets calculate with 15 digits. A longer number stays a text. */
const exactDigits = 15

/** The formats of numbers by their decimals. */
const decimalFormats = ['0', '0.0', '0.00', '0.000', '0.0000'] as const

/** The styles of cells. A cell names its style by its index in this list. */
const formats = ['General', '@', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd', ...decimalFormats] as const
const styleOf = (format: (typeof formats)[number]): number => formats.indexOf(format)
const headStyle = formats.length

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Begins a sheet whose first row, the names of the columns, stays in view. */
export function sheetStart(names: readonly string[]): string {
  const widths = names.map((_, at) => `<col min="${at + 1}" max="${at + 1}" width="20" customWidth="1"/>`).join('')
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const cells = names.map((name) => textCell(name, headStyle)).join('')
  return (
    `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${widths}</cols><sheetData><row>${cells}</row>`
  )
}

export const sheetEnd = '</sheetData></worksheet>'

/** One row. Times are in UTC. A text is never a formula, because a formula is another type of cell. */
export function sheetRow(cells: readonly Cell[]): string {
  return `<row>${cells.map(written).join('')}</row>`
}

function written(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (cell instanceof Date) return numberCell(serialOf(cell), 'yyyy-mm-dd hh:mm:ss')
  if (typeof cell === 'number') return decimalCell(String(cell))
  if (typeof cell === 'string') return textCell(cell, styleOf('@'))
  return 'day' in cell ? numberCell(serialOf(new Date(cell.day)), 'yyyy-mm-dd') : decimalCell(cell.decimal)
}

function decimalCell(decimal: string): string {
  const format = decimalFormats[decimal.split('.')[1]?.length ?? 0]
  const isExact = decimal.replace(/\D/g, '').length <= exactDigits
  return format && isExact ? numberCell(decimal, format) : textCell(decimal, styleOf('@'))
}

function numberCell(value: string | number, format: (typeof formats)[number]): string {
  return `<c s="${styleOf(format)}"><v>${value}</v></c>`
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Days since 30 December 1899, as spreadsheets count. */
function serialOf(time: Date): number {
  return time.getTime() / 86_400_000 + 25_569
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** SpreadsheetML writes a character that XML refuses as `_x001F_`, and the underscore of such a text as `_x005F_`. */
function escaped(text: string): string {
  return text
    .slice(0, maxCellLength)
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

const sheetName = (number: number): string => `sheet${number}.xml`
export const sheetPath = (number: number): string => `xl/worksheets/${sheetName(number)}`

/** The files beside the sheets, by their paths. */
export function workbookParts(title: string, sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${contentType}.${type}+xml"/>`
  const named = (number: number) =>
    `<sheet name="${escaped(title)}${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="sheet${number}"/>`
  return {
    'xl/workbook.xml':
      `${head}<workbook ${main} xmlns:r="${officeRelations}"><sheets>${numbers.map(named).join('')}</sheets>` +
      '</workbook>',
    'xl/_rels/workbook.xml.rels':
      `${head}<Relationships ${packageRelations}>${relation('styles', 'styles', 'styles.xml')}` +
      numbers.map((number) => relation(`sheet${number}`, 'worksheet', `worksheets/${sheetName(number)}`)).join('') +
      '</Relationships>',
    'xl/styles.xml': styles(),
    '_rels/.rels':
      `${head}<Relationships ${packageRelations}>${relation('workbook', 'officeDocument', 'xl/workbook.xml')}` +
      '</Relationships>',
    '[Content_Types].xml':
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      override('xl/workbook.xml', 'sheet.main') +
      override('xl/styles.xml', 'styles') +
      numbers.map((number) => override(sheetPath(number), 'worksheet')).join('') +
      '</Types>',
  }
}

/** Formats of our own have numbers from 164 on. */
const firstFormat = 164

function styles(): string {
  const declared = formats.map((format, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${format}"/>`)
  const style = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  const used = formats.map((format, at) => style(format === 'General' ? 0 : format === '@' ? 49 : firstFormat + at, 0))
  return (
    `${head}<styleSheet ${main}><numFmts count="${declared.length}">${declared.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${used.length + 1}">${used.join('')}${style(0, 1)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
