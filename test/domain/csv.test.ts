import fc from 'fast-check'
import t from 'tap'
import { csvRecord } from '../../server/domain/text/csv.ts'
import { readCsv } from '../dashboard/exports/read-csv.ts'
import { seed } from '../support/seed.ts'

t.test('a record follows RFC 4180', async (t) => {
  t.equal(csvRecord(['a', 1, null, '', new Date('2026-11-21T10:00:00.5Z')]), 'a,1,,,2026-11-21T10:00:00.500Z\r\n')
  t.equal(csvRecord(['a "b"', 'c,d', 'e\nf', 'g;h']), '"a ""b""","c,d","e\nf","g;h"\r\n')
})

t.test('texts cannot become formulas, and numbers stay numbers', async (t) => {
  for (const text of [
    '=1+1',
    '+44 20',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "=cmd|' /C calc'!A0",
  ]) {
    t.same(readCsv(csvRecord([text, 'x'])), [[`'${text}`, 'x']], JSON.stringify(text))
  }
  t.equal(csvRecord([-5, 'a=1', "'=1", '1-2']), "-5,a=1,'=1,1-2\r\n")
})

t.test('any text survives writing and reading, and never begins like a formula', async () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const [read = [], ...rest] = readCsv(csvRecord(cells))
      return (
        rest.length === 0 &&
        read.length === cells.length &&
        read.every(
          (cell, index) => [cells[index], `'${cells[index] ?? ''}`].includes(cell) && !/^[=+\-@\t\r\n]/.test(cell),
        )
      )
    }),
    { seed },
  )
})
