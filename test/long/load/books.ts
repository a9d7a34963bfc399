import type { Test } from 'tap'
import { expectEqualLedgers, type Line } from '../../sessions/ledgers.ts'
import { sql } from '../../support/sql.ts'
import { startService, type TestService } from '../../support/service.ts'
import type { TestClock } from '../../support/test-clock.ts'
import type { Site } from '../processes/processes.ts'

/** How far to advance the clock in each round, in seconds: first past every retry, then past every deadline. */
const rounds = [60, 60, 300, 900, 900, 900, 3600]

const mostSweeps = 100

/** Starts a last service on the database, and advances its clock until all work is finished. */
export async function settleAll(
  t: Test,
  site: Site & { readonly environment?: Record<string, string> },
  clock?: TestClock,
): Promise<TestService> {
  const service = await startService({
    databaseUrl: site.databaseUrl,
    masterKey: site.masterKey,
    environment: { ROLE: 'api', ...site.environment },
    ...(clock && { clock }),
  })
  t.teardown(() => service.stop())
  for (const seconds of rounds) {
    service.clock.advance(seconds)
    await service.keepHouse()
    await service.keepHouse()
  }
  // One sweep handles only a batch.
  for (let more = 0; more < mostSweeps && (await unfinished(service)).length > 0; more += 1) await service.keepHouse()
  return service
}

/** Compares both ledgers, and checks that the records of each payment fit together. See `expectEqualLedgers`. */
export async function expectSettled(t: Test, service: TestService, theirs?: readonly Line[]): Promise<void> {
  await expectEqualLedgers(t, service, theirs)
  t.same(await unfinished(service), [], 'all work is finished')
  const wrong = async (name: string, text: string): Promise<void> => void t.same(await sql(service, text), [], name)
  await wrong(
    'each paid session has one session.completed, and other sessions have none',
    `select s.id, count(e.id) from checkout_sessions s
       left join events e on e.merchant_id = s.merchant_id and e.livemode = s.livemode and e.session_id = s.id
         and e.type = 'session.completed'
     group by s.id, s.paid_at having count(e.id) <> (case when s.paid_at is null then 0 else 1 end)`,
  )
  // When a second customer pays a single link, that session ends with an event of the link instead.
  await wrong(
    'each failed or expired session has one event for that',
    `select s.id, s.status, array_agg(e.type) from checkout_sessions s
       left join events e on e.merchant_id = s.merchant_id and e.livemode = s.livemode and e.session_id = s.id
         and e.type in ('session.failed', 'session.expired')
       left join automatic_returns r on r.merchant_id = s.merchant_id and r.livemode = s.livemode
         and r.session_id = s.id and r.reason = 'duplicate_link_payment'
     group by s.id, s.status
     having coalesce(string_agg(distinct e.type, ' '), '')
         <> (case when s.status in ('failed', 'expired') then 'session.' || s.status else '' end)
       and not (s.status = 'expired' and count(e.id) = 0 and count(r.id) > 0)`,
  )
  await wrong(
    'each paid session has one approved attempt',
    `select s.id from checkout_sessions s left join card_attempts a on a.merchant_id = s.merchant_id
       and a.livemode = s.livemode and a.session_id = s.id and a.status = 'approved'
     group by s.id, s.paid_at having count(a.id) <> (case when s.paid_at is null then 0 else 1 end)`,
  )
  await wrong(
    'each succeeded refund has one ledger line and one event',
    refundsBesides({ status: 'succeeded', event: 'session.refunded', lines: 1 }),
  )
  await wrong(
    'each failed refund has one event and no ledger line',
    refundsBesides({ status: 'failed', event: 'session.refund_failed', lines: 0 }),
  )
  await wrong(
    'each automatic return has one capture and one reversal',
    `select r.id from automatic_returns r
       left join money_movements m on m.merchant_id = r.merchant_id and m.livemode = r.livemode
         and m.attempt_id = r.attempt_id
     group by r.id having array_agg(m.kind order by m.kind) is distinct from array['capture', 'reversal']`,
  )
  await wrong(
    'each disputed session has one open or lost dispute',
    `select s.id from checkout_sessions s
       left join disputes d on d.merchant_id = s.merchant_id and d.livemode = s.livemode and d.session_id = s.id
         and d.status in ('open', 'lost')
     group by s.id, s.status having count(d.id) <> (case when s.status = 'disputed' then 1 else 0 end)`,
  )
  await wrong(
    'each paid single link has one paid session',
    `select l.id from payment_links l
       left join checkout_sessions s on s.merchant_id = l.merchant_id and s.livemode = l.livemode
         and s.payment_link_id = l.id and s.paid_at is not null
     where l.kind = 'single' group by l.id, l.status, l.paid_session_id
     having count(s.id) > 1 or (count(s.id) = 1) <> (l.status = 'paid')
       or (l.status = 'paid' and max(s.id) <> l.paid_session_id)`,
  )
}

/**
 * Refunds with another number of ledger lines, or without exactly one event. Each event is read once, because a session
 * can have thousands of refunds.
 */
function refundsBesides({ status, event, lines }: { status: string; event: string; lines: number }): string {
  return `
    with line as (select refund_id, count(*) as count from money_movements group by refund_id),
      event as (
        select merchant_id, livemode, session_id, body::json #>> '{data,refund,id}' as refund_id, count(*) as count
        from events where type = '${event}' group by 1, 2, 3, 4)
    select r.id from refunds r left join line on line.refund_id = r.id
      left join event on event.merchant_id = r.merchant_id and event.livemode = r.livemode
        and event.session_id = r.session_id and event.refund_id = r.id
    where r.status = '${status}' and (coalesce(line.count, 0) <> ${String(lines)} or coalesce(event.count, 0) <> 1)`
}

async function unfinished(service: TestService): Promise<unknown[]> {
  return sql(
    service,
    `select 'session' as what, id, status from checkout_sessions where status in ('open', 'processing')
     union all select 'attempt', id, status from card_attempts where status in ('processing', 'challenge')
     union all select 'refund', id, status from refunds where status = 'pending'
     union all select 'return', id, status from automatic_returns where status = 'pending'`,
  )
}
