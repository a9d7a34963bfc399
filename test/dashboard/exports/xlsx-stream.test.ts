import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { Cell } from '../../../server/domain/text/cell.ts'
import { xlsxStream } from '../../../server/dashboard/exports/xlsx-stream.ts'
import { readXlsx } from './read-xlsx.ts'

type Rows = readonly (readonly Cell[])[]

async function* partsOf(...parts: Rows[]): AsyncGenerator<Rows> {
  for (const part of parts) {
    await pause(0)
    yield part
  }
}

const fileOf = async (cells: readonly Cell[]) => {
  const names = cells.map((_, index) => `column ${String(index)}`)
  const [sheet] = readXlsx(await buffer(xlsxStream({ title: 'Payments', names, parts: partsOf([cells]) })))
  return sheet?.rows[1] ?? []
}

t.test('each cell has a type, so that no spreadsheet guesses', async (t) => {
  const cells = await fileOf([
    '00012345',
    '0085',
    '=1+1',
    2500,
    { decimal: '124.050' },
    { decimal: '-0.05' },
    { decimal: '1234' },
    { decimal: '1.2345' },
    { day: '2026-11-28' },
    new Date('2026-11-28T18:00:00Z'),
    null,
    '',
  ])
  t.same(
    cells.map(({ type, value, format }) => [type, value, format]),
    [
      ['text', '00012345', '@'],
      ['text', '0085', '@'],
      ['text', '=1+1', '@'],
      ['number', '2500', '0'],
      ['number', '124.050', '0.000'],
      ['number', '-0.05', '0.00'],
      ['number', '1234', '0'],
      ['number', '1.2345', '0.0000'],
      ['number', '46354', 'yyyy-mm-dd'],
      ['number', '46354.75', 'yyyy-mm-dd hh:mm:ss'],
      ['empty', '', ''],
      ['text', '', '@'],
    ],
  )
})

t.test('a number with more digits than spreadsheets calculate with stays a text', async (t) => {
  const [exact, long] = await fileOf([{ decimal: '1234567890123.45' }, { decimal: '12345678901234.56' }])
  t.match(exact, { type: 'number', value: '1234567890123.45' })
  t.match(long, { type: 'text', value: '12345678901234.56' })
})

t.test('every text arrives as it is, and one that is too long for a cell is cut', async (t) => {
  const texts = [
    '<a>&amp;"\'',
    'line\nline',
    ' spaces ',
    '_x0041_',
    '\u0001\u001F\uFFFF',
    'a\rb',
    'Ünï 日本 \u{1F600} ‮',
  ]
  t.same(
    (await fileOf(texts)).map(({ value }) => value),
    texts,
  )
  const [lone, long] = await fileOf(['\uD800', 'x'.repeat(40_000)])
  t.equal(lone?.value, '\uFFFD')
  t.equal(long?.value.length, 32_767)
})

t.test('rows beyond a sheet follow in another one', async (t) => {
  const sheetsOf = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => [index])
    const parts = partsOf(rows.slice(0, 3), [], rows.slice(3))
    const sheets = readXlsx(await buffer(xlsxStream({ title: 'Ledger', names: ['id'], parts }, 5)))
    return sheets.map(({ name, rows }) => [name, ...rows.map((cells) => cells.map(({ value }) => value).join())])
  }
  t.same(await sheetsOf(0), [['Ledger', 'id']])
  t.same(await sheetsOf(5), [['Ledger', 'id', '0', '1', '2', '3', '4']], 'a full sheet has no empty one after it')
  t.same(await sheetsOf(7), [
    ['Ledger', 'id', '0', '1', '2', '3', '4'],
    ['Ledger 2', 'id', '5', '6'],
  ])
})

t.test('an error ends the file before its end, and a client that leaves ends the reading', async (t) => {
  async function* broken(): AsyncGenerator<Rows> {
    yield [['one']]
    await pause(0)
    throw new Error('The database is away')
  }
  const stream = xlsxStream({ title: 'Refunds', names: ['id'], parts: broken() })
  await t.rejects(buffer(stream), { message: 'The database is away' })

  const ended = Promise.withResolvers<string>()
  let rowsRead = 0
  async function* endless(): AsyncGenerator<Rows> {
    try {
      for (let row = 0; ; row++) {
        await pause(0)
        rowsRead += 500
        yield Array.from({ length: 500 }, () => [row, crypto.randomUUID()])
      }
    } finally {
      ended.resolve('the reading has ended')
    }
  }
  const left = xlsxStream({ title: 'Refunds', names: ['id', 'text'], parts: endless() })
  left.on('data', () => rowsRead > 1_000 && left.destroy())
  t.equal(await ended.promise, 'the reading has ended')
})
