import t from 'tap'
import { paymentLinkStatuses, paymentLinkTransitions } from '../../server/domain/links/payment-link-state.ts'
import { sessionStatuses, sessionTransitions } from '../../server/domain/sessions/session-state.ts'
import { stateDrawings } from '../../server/pages/docs/state-drawings.ts'
import { sharedService } from '../support/shared-service.ts'

const tables = [
  { name: 'session-states', states: sessionStatuses, transitions: sessionTransitions },
  { name: 'payment-link-states', states: paymentLinkStatuses, transitions: paymentLinkTransitions },
] as const

/** The label of a trigger in the drawings. */
function labelOf(trigger: string): string {
  return trigger.replaceAll('_', ' ')
}

for (const { name, states, transitions } of tables) {
  const svg = stateDrawings.find((drawing) => drawing.name === name)?.svg ?? ''
  const partOf = (start: string): string => svg.slice(svg.indexOf(start)).split('</g>')[0] ?? ''

  t.test(`${name}: the drawing has exactly the states and transitions of the table`, async (t) => {
    t.same([...svg.matchAll(/data-state="(\w+)"/g)].map(([, state]) => state).sort(), [...states].sort())
    for (const { from, trigger, to } of transitions) {
      const where = from === to ? partOf(`<g data-state="${from}">`) : partOf(`<g data-from="${from}" data-to="${to}">`)
      t.ok(where.includes(`${labelOf(trigger)}</text>`), `${from} → ${to}: ${trigger}`)
    }
    const drawn = [...svg.matchAll(/<path class="arrow" data-from="(\w+)" data-to="(\w+)"/g)].map(
      ([, from, to]) => `${from} ${to}`,
    )
    t.same(
      drawn.sort(),
      [...new Set(transitions.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} ${to}`))].sort(),
    )
  })

  t.test(`${name}: everything is inside the picture, and no label overlaps a box`, async (t) => {
    const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number)
    const rectangles = [
      ...svg.matchAll(/<rect class="([\w ]+)" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g),
    ]
    const parts = rectangles.map(([, kind, ...numbers]) => ({
      isBox: kind !== 'back',
      at: numbers.map(Number) as [number, number, number, number],
    }))
    for (const { at } of parts)
      t.ok(at[0] >= 0 && at[1] >= 0 && at[0] + at[2] <= width && at[1] + at[3] <= height, at.join(' '))
    const overlapping = parts.flatMap((one, index) =>
      parts
        .slice(index + 1)
        .filter((other) => overlap(one.at, other.at))
        .map((other) => `${one.at.join(' ')} on ${other.at.join(' ')}`),
    )
    t.same(overlapping, [])
  })
}

type Rectangle = readonly [x: number, y: number, width: number, height: number]

function overlap([ax, ay, aw, ah]: Rectangle, [bx, by, bw, bh]: Rectangle): boolean {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah
}

t.test('a drawing is served as an image with its own style for both themes', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  for (const { name } of tables) {
    const reply = await fetch(`${service.baseUrl}/docs/${name}.svg`)
    t.equal(reply.status, 200)
    t.equal(reply.headers.get('content-type'), 'image/svg+xml')
    t.match(reply.headers.get('content-security-policy'), /^default-src 'none'; style-src 'sha256-/)
    const svg = await reply.text()
    t.match(svg, 'prefers-color-scheme:dark')
    t.match(svg, /role="img" aria-label="States of a/)
  }
})
