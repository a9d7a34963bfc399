import t from 'tap'
import { createSession } from '../../support/pay.ts'
import { sharedService } from '../../support/shared-service.ts'
import { signIn } from '../shell/support.ts'
import { readXlsx } from './read-xlsx.ts'

const path = '/dashboard/test/export'

t.test('a file is a spreadsheet with typed cells, or CSV as the spreadsheets of a language read it', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const owner = await signIn(service)
  const made = await createSession(service, { amount: 124_050, reference: '00012345', description: '=1+1; 2' })
  const query = `what=payments&q=00012345`
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const file = await fetch(`${service.baseUrl}${path}?${query}&format=xlsx`, { headers: { cookie } })
  t.equal(file.headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  t.match(file.headers.get('content-disposition'), /^attachment; filename="payments-test-\d{4}-\d\d-\d\d\.xlsx"$/)
  const [sheet] = readXlsx(Buffer.from(await file.arrayBuffer()))
  const [head = [], row = [], ...rest] = sheet?.rows ?? []
  const cell = (name: string) => row[head.findIndex(({ value }) => value === name)]
  t.same([sheet?.name, rest.length], ['Payments', 0])
  t.match(cell('id'), { type: 'text', value: made.id })
  t.match(cell('reference'), { type: 'text', value: '00012345' })
  t.match(cell('description'), { type: 'text', value: '=1+1; 2' })
  t.match(cell('amount'), { type: 'number', value: '1240.50', format: '0.00' })
  t.match(cell('created_day'), { type: 'number', format: 'yyyy-mm-dd' })

  const [first = '', second = ''] = (await owner.get(`${path}?${query}&format=csv_semicolon`)).html.split('\r\n')
  t.match(first, /^\uFEFF?id;created_utc;status;currency;amount;/)
  t.match(second, `;GBP;1240,50;124050;0,00;0;;00012345;"'=1+1; 2";`)
  t.equal((await owner.get(`${path}?${query}&format=pdf`)).status, 400)
  t.match((await owner.get(`${path}?${query}&format=pdf`)).text, 'Choose a kind of file from the list.')
  for (const [language, chosen] of [
    ['de-DE,de;q=0.9', 'csv_semicolon'],
    ['en-GB', 'csv'],
    ['!!', 'csv'],
  ] as const)
    t.match(
      (await owner.get(path, { 'Accept-Language': language })).html,
      new RegExp(`<option value="${chosen}" selected`),
      language,
    )
})
