import assert from 'node:assert/strict'
import { createLink, deactivate, openedCheckout, openLink, type Link } from '../../links/link-calls.ts'
import { submitCard } from '../../support/pay.ts'
import type { Flow } from './flow.ts'
import { leaseSeconds, type Shop } from './shop.ts'

const minute = 60

async function statusOf(shop: Shop, link: Link): Promise<string | undefined> {
  const [row] = await shop.sql<{ status: string }>('select status from payment_links where id = $1', [link.id])
  return row?.status
}

function sessionsOf(shop: Shop, link: Link): Promise<{ id: string; status: string }[]> {
  return shop.sql('select id, status from checkout_sessions where payment_link_id = $1 order by id', [link.id])
}

const create: Flow = {
  name: 'create a link',
  begin: async (shop) => {
    const key = shop.newKey()
    const ids = new Set<unknown>()
    return {
      run: async () => {
        const params = { amount: 900, currency: 'GBP', description: 'Tea', metadata: { key } }
        ids.add((await shop.insist('/v1/payment_links', params, key)).body['id'])
      },
      check: async () => {
        const made = await shop.sql<{ id: string }>(`select id from payment_links where metadata->>'key' = $1`, [key])
        assert.deepEqual(
          [...ids],
          made.map(({ id }) => id),
          'the key has one link',
        )
      },
    }
  },
}

function open(kind: 'single' | 'reusable'): Flow {
  return {
    name: `open a link: ${kind}`,
    begin: async (shop) => {
      const link = await createLink(shop, { kind })
      let opened = 0
      const ids = new Set<string>()
      return {
        run: async () => {
          opened += 1
          ids.add((await openedCheckout(shop, link)).id)
        },
        check: async () => {
          const sessions = await sessionsOf(shop, link)
          assert.ok(sessions.length <= (kind === 'single' ? 1 : opened), 'no open makes more than one session')
          assert.ok([...ids].every((id) => sessions.some((session) => session.id === id && session.status === 'open')))
        },
      }
    },
  }
}

const pay: Flow = {
  name: 'pay a link',
  begin: async (shop) => {
    const link = await createLink(shop)
    const session = await openedCheckout(shop, link)
    return {
      run: () =>
        shop.until(
          async () => (await statusOf(shop, link)) === 'paid',
          async () => {
            const { status } = await submitCard(shop, session)
            if (status !== 200) await shop.wait(leaseSeconds)
          },
        ),
      check: () => shop.expectSession(session, 'paid', ['session.completed', 'payment_link.paid']),
    }
  },
}

const payTwice: Flow = {
  name: 'return the second payment of a link',
  begin: async (shop) => {
    const link = await createLink(shop)
    const first = await openedCheckout(shop, link)
    await shop.help(first, 'pay')
    const returns = (): Promise<{ status: string }[]> =>
      shop.sql(
        `select r.status from automatic_returns r join checkout_sessions s on s.id = r.session_id
         where s.payment_link_id = $1`,
        [link.id],
      )
    const isReturned = async (): Promise<boolean> => (await returns()).some(({ status }) => status === 'succeeded')
    return {
      run: () =>
        shop.until(isReturned, async () => {
          await shop.call('POST', `/v1/test_helpers/payment_links/${link.id}/duplicate_payment`)
          if (!(await isReturned())) await shop.wait(leaseSeconds)
        }),
      check: async () => {
        await shop.expectSession(first, 'paid', ['session.completed', 'payment_link.paid'])
        const events = await shop.sql(
          `select e.id from events e join checkout_sessions s on s.id = e.session_id
           where s.payment_link_id = $1 and e.type = 'payment_link.duplicate_payment'`,
          [link.id],
        )
        assert.equal(events.length, (await returns()).length, 'each return has its event')
        const paid = (await sessionsOf(shop, link)).filter(({ status }) => status === 'paid')
        assert.equal(paid.length, 1)
      },
    }
  },
}

/** A link that ends while a checkout waits on it. */
function ending(name: string, status: string, prepare: (shop: Shop) => Promise<Link>, act: Act): Flow {
  return {
    name,
    begin: async (shop) => {
      const link = await prepare(shop)
      return {
        run: () =>
          shop.until(
            async () => (await statusOf(shop, link)) === status,
            () => act(shop, link),
          ),
        check: async () => {
          // The open checkout closes with its link, or when somebody next looks at it.
          await shop.victim.sweep()
          const [session] = await sessionsOf(shop, link)
          await shop.expectSession(session ?? { id: '' }, 'expired', ['session.expired'])
          assert.notEqual((await openLink(shop, link)).status, 200, 'the link takes no more payments')
        },
      }
    },
  }
}

type Act = (shop: Shop, link: Link) => Promise<unknown>

async function opened(shop: Shop, params: object = {}): Promise<Link> {
  const link = await createLink(shop, params)
  await openLink(shop, link)
  return link
}

async function overdue(shop: Shop): Promise<Link> {
  const expires_at = new Date(shop.clock.now().getTime() + 11 * minute * 1000).toISOString()
  const link = await opened(shop, { expires_at })
  await shop.advance(12 * minute)
  return link
}

export const linkFlows: readonly Flow[] = [
  create,
  open('single'),
  open('reusable'),
  pay,
  payTwice,
  ending('deactivate a link', 'deactivated', opened, deactivate),
  ending('expire an overdue link', 'expired', overdue, (shop) => shop.wait(leaseSeconds)),
]
