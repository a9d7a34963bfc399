import { html, inlineStyle, verbatim } from '../../markup/html.ts'
import type { Markup } from '../../markup/html.ts'

/** A state of a drawing. Its box is centred at `x`, `y`. */
export interface DrawnState {
  readonly x: number
  readonly y: number
}

export interface DrawnTransition {
  readonly from: string
  readonly trigger: string
  readonly to: string
}

export interface StateDrawing {
  /** Served at /docs/{name}.svg. */
  readonly name: string
  readonly svg: string
  /** Allows its style. */
  readonly cspHash: string
}

export interface StatesToDraw {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  readonly states: Readonly<Record<string, DrawnState>>
  readonly start: string
  readonly transitions: readonly DrawnTransition[]
}

const boxWidth = 136
const lineHeight = 16
const padding = 10
/** Of each of the two arrows between states that lead to each other, from the middle. */
const apart = 12
/** Of a letter, a little more than most have: the reader's font is not known. */
const letterWidth = 6.8

const style = inlineStyle(
  ':root{color-scheme:light dark;--text:#18202e;--muted:#465063;--surface:#fff;--box:#eef2fb;--line:#566072;--accent:#2353c4}' +
    '@media(prefers-color-scheme:dark){:root{--text:#eef1f6;--muted:#bcc4d0;--surface:#1b1f27;--box:#26304a;--line:#a9b2c0;--accent:#8db2ff}}' +
    'text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;fill:var(--muted);text-anchor:middle}' +
    '.back{fill:var(--surface)}.box{fill:var(--box);stroke:var(--accent);stroke-width:1.5}.start{stroke-width:3}.name{font-weight:600;font-size:15px;fill:var(--text)}' +
    '.arrow{stroke:var(--line);stroke-width:1.5;fill:none}.head{fill:var(--line)}',
)

/** States as boxes and transitions as arrows, named as in the table they are drawn from. A state that leads to itself says so in its box. */
export function drawStates(drawn: StatesToDraw): StateDrawing {
  const boxes = new Map(Object.entries(drawn.states).map(([name, { x, y }]) => [name, boxOf(name, x, y, drawn)]))
  const arrows = arrowsOf(drawn, boxes)
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${drawn.width}" height="${drawn.height}" viewBox="0 0 ${drawn.width} ${drawn.height}" role="img" aria-label="${drawn.title}"><style>${verbatim(style.css)}</style><defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs><rect class="back" width="100%" height="100%" rx="10"/>${arrows.map(drawArrow)}${arrows.map(drawLabel)}${[...boxes.values()].map((box) => drawBox(box, box.name === drawn.start))}</svg>`
  return { name: drawn.name, svg: svg.text, cspHash: style.cspHash }
}

/** As people read it. */
export function spokenTrigger(trigger: string): string {
  return trigger.replaceAll('_', ' ')
}

interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** What happens to the state without leaving it. */
  readonly within: readonly string[]
}

function boxOf(name: string, x: number, y: number, { transitions }: StatesToDraw): Box {
  const within = transitions
    .filter(({ from, to }) => from === name && to === name)
    .map(({ trigger }) => `↻ ${spokenTrigger(trigger)}`)
  const longest = Math.max(...within.map(({ length }) => length), 0)
  return {
    name,
    x,
    y,
    width: Math.max(boxWidth, longest * letterWidth + 2 * padding),
    height: 2 * padding + 20 + within.length * lineHeight,
    within,
  }
}

function drawBox({ name, x, y, width, height, within }: Box, isStart: boolean): Markup {
  const top = y - height / 2
  const lines = within.map(
    (text, index) => html`<text x="${x}" y="${top + padding + 20 + (index + 1) * lineHeight - 5}">${text}</text>`,
  )
  return html`<g data-state="${name}"><rect class="${isStart ? 'box start' : 'box'}" x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="8"/><text class="name" x="${x}" y="${top + padding + 15}">${name}</text>${lines}</g>`
}

interface Arrow {
  readonly from: Box
  readonly to: Box
  readonly triggers: readonly string[]
  readonly start: Point
  readonly end: Point
  /** Of the labels, one line after the other. */
  readonly middle: Point
}

interface Point {
  readonly x: number
  readonly y: number
}

/** One arrow for each pair of states, with all that leads from the one to the other. */
function arrowsOf({ transitions }: StatesToDraw, boxes: ReadonlyMap<string, Box>): Arrow[] {
  const leaving = transitions.filter(({ from, to }) => from !== to)
  const pairs = new Map(leaving.map((row) => [`${row.from} ${row.to}`, row]))
  return [...pairs.values()].map(({ from, to }) => {
    const triggers = leaving.filter((row) => row.from === from && row.to === to).map(({ trigger }) => trigger)
    const isBothWays = leaving.some((row) => row.from === to && row.to === from)
    return arrowBetween(known(boxes, from), known(boxes, to), triggers, isBothWays)
  })
}

function known(boxes: ReadonlyMap<string, Box>, name: string): Box {
  const box = boxes.get(name)
  if (!box) throw new Error(`Bug: the state ${name} has no place in its drawing`)
  return box
}

function arrowBetween(from: Box, to: Box, triggers: readonly string[], isBothWays: boolean): Arrow {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const shift = isBothWays ? apart : 0
  // To the left of the way there, so that the way back is on the other side.
  const aside = { x: ((to.y - from.y) / length) * shift, y: (-(to.x - from.x) / length) * shift }
  const start = edgeOf(from, to, aside)
  const end = edgeOf(to, from, aside)
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  return { from, to, triggers, start, end, middle: isBothWays ? besideArrow(middle, aside, triggers) : middle }
}

/** Far enough from the middle of the arrow that it does not go through the words. */
function besideArrow(middle: Point, aside: Point, triggers: readonly string[]): Point {
  const [right, down] = [aside.x / apart, aside.y / apart]
  return {
    x: middle.x + right * (labelWidth(triggers) / 2 + 2),
    y: middle.y + down * ((triggers.length * lineHeight) / 2 + 2),
  }
}

function labelWidth(triggers: readonly string[]): number {
  return Math.max(...triggers.map(({ length }) => length)) * letterWidth + 8
}

/** Where the line between the centres, moved aside, leaves the box. */
function edgeOf(box: Box, other: Box, aside: Point): Point {
  const [dx, dy] = [other.x - box.x, other.y - box.y]
  const toSide = (half: number, off: number, d: number): number =>
    d === 0 ? Infinity : (half - off * Math.sign(d)) / Math.abs(d)
  const share = Math.min(toSide(box.width / 2, aside.x, dx), toSide(box.height / 2, aside.y, dy))
  return { x: box.x + aside.x + dx * share, y: box.y + aside.y + dy * share }
}

function drawArrow({ from, to, start, end }: Arrow): Markup {
  const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  return html`<path class="arrow" data-from="${from.name}" data-to="${to.name}" d="M${at(start)} L${at(end)}" marker-end="url(#head)"/>`
}

function drawLabel({ from, to, triggers, middle }: Arrow): Markup {
  const [width, height] = [labelWidth(triggers), triggers.length * lineHeight + 2]
  const lines = triggers.map((trigger, index) => {
    const y = middle.y + 4.5 + (index - (triggers.length - 1) / 2) * lineHeight
    return html`<text x="${middle.x.toFixed(1)}" y="${y.toFixed(1)}">${spokenTrigger(trigger)}</text>`
  })
  return html`<g data-from="${from.name}" data-to="${to.name}"><rect class="back" x="${(middle.x - width / 2).toFixed(1)}" y="${(middle.y - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height}" rx="4"/>${lines}</g>`
}
