import assert from 'node:assert/strict'
import { openBrowser, password, type DashboardBrowser } from '../../dashboard/shell/support.ts'
import type { Flow } from './flow.ts'
import { leaseSeconds, type Shop } from './shop.ts'

/** A browser that reports a killed service like the other clients. */
function browserOf(shop: Shop): DashboardBrowser {
  const browser = openBrowser({ app: { server: { info: { port: shop.victim.port } } } })
  const reporting =
    <Words extends unknown[], Result>(act: (...words: Words) => Promise<Result>) =>
    (...words: Words): Promise<Result> =>
      act(...words).catch(async (error: unknown) => {
        throw await shop.causeOf(error)
      })
  return {
    ...browser,
    get: reporting(browser.get),
    submit: reporting(browser.submit),
    done: reporting(browser.done),
    post: reporting(browser.post),
  }
}

let people = 0

interface Owner {
  readonly browser: DashboardBrowser
  readonly email: string
  readonly secretKey: string
}

async function newOwner(shop: Shop): Promise<Owner> {
  people += 1
  const email = `owner-${people}@example.com`
  return { browser: browserOf(shop), email, secretKey: await shop.signUp(email) }
}

/** Claims the account of a key with a password. */
async function claim({ browser, email, secretKey }: Owner): Promise<void> {
  await browser.submit('/dashboard/claim', 'take', { secret_key: secretKey, email, password })
}

async function member(shop: Shop): Promise<Owner> {
  const owner = await newOwner(shop)
  await claim(owner)
  return owner
}

const signUp: Flow = {
  name: 'sign up for a test key',
  begin: async (shop) => {
    people += 1
    const email = `new-${people}@example.com`
    let runs = 0
    const keys: string[] = []
    return {
      run: async () => {
        runs += 1
        keys.push(await shop.signUp(email))
      },
      check: async () => {
        const made = await shop.sql<{ keys: string }>(
          `select (select count(*) from secret_keys k where k.merchant_id = m.merchant_id) as keys
           from merchants m where email = $1`,
          [email],
        )
        assert.ok(made.length <= runs, 'each call makes one account at most')
        assert.ok(
          made.every(({ keys: count }) => count === '1'),
          'each account has its key',
        )
        for (const key of keys) {
          const { status } = await shop.call('GET', '/v1/refunds', undefined, { Authorization: `Bearer ${key}` })
          assert.equal(status, 200, 'a key that was shown works')
        }
      },
    }
  },
}

const takeOver: Flow = {
  name: 'claim an account with its key',
  begin: async (shop) => {
    const owner = await newOwner(shop)
    const { browser, email, secretKey } = owner
    const isIn = async (): Promise<boolean> => (await browser.get('/dashboard/test/keys')).status === 200
    return {
      run: () =>
        shop.until(isIn, async () => {
          await claim(owner)
          if (!(await isIn())) await browser.submit('/dashboard/sign-in', 'in', { email, password })
        }),
      check: async () => {
        const members = await shop.sql(
          'select person_id from memberships join people on people.id = person_id where email = $1',
          [email],
        )
        assert.equal(members.length, 1, 'the account has one owner')
        const { status } = await shop.call('GET', '/v1/refunds', undefined, { Authorization: `Bearer ${secretKey}` })
        assert.equal(status, 200, 'its key still works')
      },
    }
  },
}

/** A change of keys in the dashboard. A person looks first whether an earlier click has made it. */
function keyChange(name: string, action: string, isMade: string, change: (owner: Owner) => Promise<unknown>): Flow {
  return {
    name,
    begin: async (shop) => {
      const owner = await member(shop)
      const ofAccount = `merchant_id =
        (select merchant_id from people join memberships on person_id = id where email = $1)`
      const count = async (text: string, values: unknown[]): Promise<number> =>
        Number((await shop.sql<{ count: string }>(text, values))[0]?.count)
      const made = (): Promise<number> =>
        count(`select count(*) from secret_keys where ${ofAccount} and ${isMade}`, [owner.email])
      return {
        run: () =>
          shop.until(
            async () => (await made()) > 0,
            () => change(owner),
          ),
        check: async () => {
          assert.equal(await made(), 1)
          const audited = await count(`select count(*) from audit_log where ${ofAccount} and action = $2`, [
            owner.email,
            action,
          ])
          assert.equal(audited, 1, 'the audit log has the change once')
        },
      }
    },
  }
}

const keys = '/dashboard/test/keys'

async function pageOfKey({ browser }: Owner): Promise<string> {
  return /href="(\/dashboard\/test\/keys\/key_\w+)"/.exec((await browser.get(keys)).html)?.[1] ?? ''
}

const setEndpoint: Flow = {
  name: 'set the webhook address',
  begin: async (shop) => {
    const key = await shop.signUp()
    const url = `http://127.0.0.1:9/${shop.newKey()}`
    const headers = { Authorization: `Bearer ${key}` }
    return {
      run: async () => {
        const { status } = await shop.call('POST', '/v1/webhook_endpoints', { url }, headers)
        assert.equal(status, 200)
      },
      check: async () =>
        assert.equal((await shop.sql('select id from webhook_endpoints where url = $1', [url])).length, 1),
    }
  },
}

/** The account gets a mail about a dispute. The bank calls, the service queues the mail, and the sweep sends it. */
const mail: Flow = {
  name: 'send a mail',
  begin: async (shop) => {
    // Without a mail server, an account is claimed with its key alone.
    await shop.setMail('off')
    const owner = await member(shop)
    await shop.sql('update people set email_confirmed_at = now() where email = $1', [owner.email])
    await shop.setMail('on')
    const session = await asOwner(shop, owner, async () => {
      const paid = await shop.paidSession()
      await shop.help(paid, 'dispute')
      return paid
    })
    const sent = (): Promise<unknown[]> =>
      shop.sql('select id from outgoing_mail where recipient = $1 and sent_at is not null', [owner.email])
    return {
      run: () =>
        shop.until(
          async () => (await sent()).length > 0,
          async () => {
            // The lease of a mail lasts longer than that of a key.
            await shop.wait(leaseSeconds * 2)
            await shop.mailSettled(owner.email)
          },
        ),
      check: async () => {
        assert.equal((await sent()).length, 1)
        assert.ok(shop.mailsTo(owner.email) >= 1, 'the mail arrived at least once')
        await shop.setMail('off')
        await shop.expectSession(session, 'disputed', ['session.completed', 'session.disputed'])
      },
    }
  },
}

async function asOwner<Result>(shop: Shop, owner: Owner, act: () => Promise<Result>): Promise<Result> {
  const { secretKey } = shop
  shop.secretKey = owner.secretKey
  try {
    return await act()
  } finally {
    shop.secretKey = secretKey
  }
}

export const accountFlows: readonly Flow[] = [
  signUp,
  takeOver,
  keyChange('create a key', 'key.created', `name = 'Till'`, ({ browser }) =>
    browser.submit(keys, 'create', { name: 'Till' }),
  ),
  keyChange('roll a key', 'key.rolled', 'expires_at is not null', async (owner) =>
    owner.browser.submit(await pageOfKey(owner), 'roll', { overlap: '1' }),
  ),
  keyChange('revoke a key', 'key.revoked', 'revoked_at is not null', async (owner) =>
    owner.browser.submit(await pageOfKey(owner), 'revoke'),
  ),
  setEndpoint,
  mail,
]
