import t from 'tap'
import { loggable } from '../../server/domain/text/loggable-error.ts'

t.test('our errors are logged with name, message and code', async (t) => {
  t.same(loggable(new TypeError('Bug: no such thing')), { name: 'TypeError', message: 'Bug: no such thing' })
  t.same(loggable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })), {
    name: 'Error',
    message: 'refused',
    code: 'ECONNREFUSED',
  })
  t.same(loggable('4012000000060085'), { name: 'unknown', message: 'not an error' })
})

t.test('the message of a database error is not logged', async (t) => {
  const error = Object.assign(new Error('invalid input syntax for type integer: "4012000000060085"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: '4012000000060085',
  })
  t.same(loggable(error), { name: 'Error', message: 'database error', code: '22P02' })
})
