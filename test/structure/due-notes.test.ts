import t from 'tap'
import { sourceFiles } from './source-files.ts'

// What sets the time at which a row is due notes it, so that its alarm rings: spec/decisions/work.md#alarms. The
// crontab finds a forgotten row up to a minute late, without any error, so this test looks for it.

/** Statements that set such a time. */
const setsTime =
  /\bset (next_attempt_at|expires_at|expire_after) = |insert into (deliveries|checkout_sessions|card_attempts|payment_links|processor_notifications) /

/** Writes of tables whose rows become due, without a word about what follows. */
const followsNothing =
  /\b(inserting|updating)\('[\w ]+', (sessionTable|attemptTable|captureTable|refundTable|returnTable|mailTable)\)/

/** Its times are not those of due work. */
const others = ['server/store/accounts/secret-keys.ts']

t.test('each file of the store that sets the time of due work notes it', async (t) => {
  const files = sourceFiles('server/store').filter(({ path }) => !path.includes('/schema/') && !others.includes(path))
  const setting = files.filter(({ text }) => setsTime.test(text))
  t.ok(setting.length > 5, `the test finds ${setting.length} files`)
  for (const { path, text } of setting) t.match(text, /\bnoteDue\(/, path)
  for (const { path, text } of files) t.notMatch(text, followsNothing, path)
})
