import { html, type Markup } from '../html.ts'

export interface Series {
  readonly name: string
  /** One for each label. Null: there is no value, which is not the same as zero. */
  readonly values: readonly (number | null)[]
  /** The values in words. */
  readonly texts: readonly string[]
}

export interface Chart {
  readonly title: string
  /** Where the values are: days, hours. */
  readonly labels: readonly string[]
  /** What the labels are, as the head of their column. */
  readonly labelled: string
  readonly now: Series
  /** The time before, drawn behind. */
  readonly before?: Series | null
  /** The value at the top. */
  readonly ceiling: number
  /** The words beside the lines of the chart, from the top to zero, at equal distances. */
  readonly ticks: readonly string[]
  readonly kind: 'bars' | 'line'
}

const step = 10
const height = 100

/**
 * A chart over time. Its picture is stretched to its column, so its texts are beside it. Screen readers, keyboards and
 * paper get the same values as a table.
 */
export function chart(given: Chart): Markup {
  const { title, labels, labelled, now, before, ticks } = given
  const all = before ? [now, before] : [now]
  const names = before
    ? all.map(({ name }, index) => html`<span class="${index === 0 ? 'now' : 'before'}">${name}</span>`)
    : []
  const rows = labels.map((label, index) => {
    const cells = all.map(({ texts }) => html`<td class="number">${texts[index]}</td>`)
    return html`<tr><th scope="row">${label}</th>${cells}</tr>`
  })
  const heads = all.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)
  return html`
    <figure class="plot">
      <figcaption><span class="title">${title}</span><span class="names">${names}</span></figcaption>
      <div class="picture" aria-hidden="true">
        <p class="ticks">${ticks.map((text) => html`<span>${text}</span>`)}</p>
        <svg viewBox="0 0 ${labels.length * step} ${height}" preserveAspectRatio="none">
          ${grid(labels.length, ticks.length)}
          ${before && drawn(before, given, 'before')}
          ${drawn(now, given, 'now')}
          ${labels.map((_, index) => target(given, index))}
        </svg>
        <p class="ends">${shownLabels(labels).map((label) => html`<span>${label}</span>`)}</p>
      </div>
      <details>
        <summary>Values as a table</summary>
        <div class="table" role="region" aria-label="${title}" tabindex="0">
          <table>
            <caption>${title}</caption>
            <thead><tr><th scope="col">${labelled}</th>${heads}</tr></thead>
            <tbody>${rows}</tbody>
          </table>
        </div>
      </details>
    </figure>
  `
}

/** At most five labels fit below a chart. */
function shownLabels(labels: readonly string[]): readonly string[] {
  const count = Math.min(labels.length, 5)
  const at = (index: number): number => Math.round((index * (labels.length - 1)) / Math.max(1, count - 1))
  return Array.from({ length: count }, (_, index) => labels[at(index)] ?? '')
}

function grid(count: number, lines: number): Markup {
  const heights = Array.from({ length: lines }, (_, index) => (height * index) / Math.max(1, lines - 1))
  return html`${heights.map((y) => html`<line x1="0" x2="${count * step}" y1="${y}" y2="${y}"/>`)}`
}

function drawn({ values }: Series, { kind, ceiling }: Chart, name: 'now' | 'before'): Markup {
  if (ceiling === 0) return html``
  if (kind === 'line') return html`<path class="${name}" d="${lineThrough(values, ceiling, step, height)}"/>`
  const [left, wide] = name === 'now' ? [3, 5] : [1, 5]
  const bars = values.flatMap((value, index) => {
    if (value === null || value <= 0) return []
    const tall = Math.max(1, rounded((value / ceiling) * height))
    const box = html`x="${index * step + left}" y="${height - tall}" width="${wide}" height="${tall}"`
    return html`<rect class="${name}" ${box}/>`
  })
  return html`${bars}`
}

/** The column under the pointer, with its values as the browser's tooltip. */
function target({ labels, now, before }: Chart, index: number): Markup {
  const texts = [now, ...(before ? [before] : [])].map(({ name, texts }) => `${name}: ${texts[index] ?? ''}`)
  const box = html`x="${index * step}" y="0" width="${step}" height="${height}"`
  return html`<rect class="target" ${box}><title>${labels[index]} · ${texts.join(' · ')}</title></rect>`
}

/** A small line without axes, beside a figure that says the same in words. Null: there is no line to draw. */
export function spark(values: readonly (number | null)[]): Markup | null {
  const ceiling = Math.max(...values.map((value) => value ?? 0))
  if (values.length < 2 || ceiling <= 0) return null
  return html`
    <svg class="spark" viewBox="0 0 ${values.length * step} 24" preserveAspectRatio="none" aria-hidden="true">
      <path d="${lineThrough(values, ceiling, step, 22)}"/>
    </svg>
  `
}

/** A path that stops where a value is missing. */
function lineThrough(values: readonly (number | null)[], ceiling: number, wide: number, tall: number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isFirst = (values[index - 1] ?? null) === null
      const point = `${index * wide + wide / 2} ${rounded(tall - (value / ceiling) * tall + 1)}`
      // A value between two gaps is a dot.
      return isFirst ? `M${point}h0` : `L${point}`
    })
    .join('')
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
