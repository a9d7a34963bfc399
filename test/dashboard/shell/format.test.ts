import t from 'tap'
import { table } from '../../../server/dashboard/shell/format.ts'

t.test('a column without a name has no heading for a screen reader to announce', async (t) => {
  const { text } = table('Keys', ['Name', '', { figures: '' }], [['Shop', 'Remove', '3']])
  t.equal(text.match(/<th\b/g)?.length, 1)
  t.match(text, '<tr><th scope="col">Name</th><td></td><td></td></tr>')
})
