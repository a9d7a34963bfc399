import { html } from '../../markup/html.ts'
import { listEvents } from '../../store/webhooks/events.ts'
import { pager, table, time } from '../shell/format.ts'
import { renderField } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberVisit, type Shown } from '../shell/page.ts'
import { isEventType, typeOptions } from './delivery-words.ts'

const path = 'events'
const rowsOnAPage = 50

/** All events of the mode, newest first, delivered or not. */
export const eventsPage: DashboardPage = { path, needs: 'develop', nav: 'Events', lists: () => 'evt', show, forms: [] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope, query, merchant, to } = visit
  const type = query['type'] ?? ''
  const after = query['after'] ?? null
  const isKnown = type === '' || isEventType(type)
  const found = isKnown
    ? await listEvents(scope, context.db, { type: type || null, olderThan: after, limit: rowsOnAPage + 1 })
    : []
  const events = found.slice(0, rowsOnAPage)
  const last = events.at(-1)
  const rows = events.map((event) => [
    html`<a href="${to(`${path}/${event.id}`)}">${event.type}</a>`,
    event.session_id && html`<a href="${to(`payments/${event.session_id}`)}"><code>${event.session_id}</code></a>`,
    time(event.created_at, merchant.time_zone),
  ])
  const list =
    rows.length > 0
      ? table('Events, newest first', ['Event', 'Payment', 'Happened'], rows)
      : html`<p class="nothing">${type === '' && after === null ? 'There are no events yet.' : 'No event matches.'}</p>`
  const links = pager(
    after === null ? null : to(path, { type }),
    found.length > rowsOnAPage && last ? to(path, { type, after: last.id }) : null,
  )
  return page('Events', html`${filterForm(visit, type, isKnown)}${list}${links}`)
}

function filterForm(visit: MemberVisit, type: string, isKnown: boolean) {
  const form = { name: 'filter', fields: { type: { label: 'Event', type: 'select', options: typeOptions } } } as const
  const errors = isKnown ? {} : { type: 'There is no such event. Choose one from the list.' }
  const field = renderField<MemberVisit>({ sent: { name: form.name, values: { type }, errors } }, form, 'type')
  const clear = type !== '' && html` <a href="${visit.to(path)}">Show all</a>`
  return html`
    <form method="get" action="${visit.to(path)}" class="filters">
      <div class="find">${field}<button class="main">Filter</button></div>
      ${clear}
    </form>
  `
}
