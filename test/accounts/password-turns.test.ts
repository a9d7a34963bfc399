import t from 'tap'
import { inPasswordTurn } from '../../server/flows/accounts/password-turns.ts'

t.test(
  'passwords are hashed one at a time, a crowd of strangers delays a known visitor by one, and the line is bounded',
  async (t) => {
    const order: string[] = []
    let running = 0
    const gate = Promise.withResolvers<void>()
    const hash = (name: string) => async (): Promise<string> => {
      running += 1
      t.equal(running, 1)
      if (name === 'first') await gate.promise
      else await Promise.resolve()
      running -= 1
      order.push(name)
      return name
    }
    const first = inPasswordTurn('stranger', hash('first'))
    const strangers = Array.from({ length: 50 }, (_, index) => inPasswordTurn('stranger', hash(`stranger ${index}`)))
    const refused = await inPasswordTurn('stranger', hash('refused'))
    t.same(refused, { kind: 'too_many', retryAfterSeconds: 5 })
    const known = inPasswordTurn('known', hash('known'))
    gate.resolve()
    await Promise.all([first, known, ...strangers])
    t.same(order.slice(0, 3), ['first', 'known', 'stranger 0'])
    t.equal(order.length, 52)
    await t.rejects(
      inPasswordTurn('known', () => Promise.reject(new Error('broken'))),
      { message: 'broken' },
    )
    t.equal(await inPasswordTurn('stranger', hash('after')), 'after', 'an error frees the turn')
  },
)
