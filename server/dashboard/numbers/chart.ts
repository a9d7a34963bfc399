import { html, type Markup } from '../../markup/html.ts'

export interface Bar {
  readonly label: string
  /** Null: there is no value, which is not the same as zero. */
  readonly value: number | null
  /** The value in words. */
  readonly text: string
}

export interface Chart {
  /** Unique on the page. Letters and hyphens. */
  readonly id: string
  readonly title: string
  /** The content in words, for screen readers. */
  readonly description: string
  /** The value at the top of the chart. */
  readonly ceiling: number
  /** The ceiling in words. */
  readonly ceilingText: string
  readonly bars: readonly Bar[]
}

const barWidth = 10
const height = 100

/** A bar chart over time. The texts are outside of the picture, because the picture is stretched to its column. */
export function barChart(chart: Chart): Markup {
  const { id, title, description, bars, ceilingText } = chart
  const [first, last] = [bars[0], bars.at(-1)]
  const ends = html`<span>${first?.label}</span>${bars.length > 1 && html`<span>${last?.label}</span>`}`
  const box = html`viewBox="0 0 ${bars.length * barWidth} ${height}" preserveAspectRatio="none"`
  return html`
    <figure class="chart">
      <figcaption><span>${title}</span><span class="hint">${ceilingText}</span></figcaption>
      <svg ${box} role="img" aria-labelledby="${id}-title ${id}-text">
        <title id="${id}-title">${title}</title>
        <desc id="${id}-text">${description}</desc>
        ${grid(bars.length)}
        ${drawn(chart)}
      </svg>
      <p class="ends" aria-hidden="true">${ends}</p>
    </figure>
  `
}

function grid(count: number): Markup {
  return html`${[0, height / 2, height].map((y) => html`<line x1="0" x2="${count * barWidth}" y1="${y}" y2="${y}"/>`)}`
}

function drawn({ bars, ceiling }: Chart): Markup {
  const shown = bars.flatMap(({ label, value, text }, index) => {
    if (value === null || value <= 0 || ceiling === 0) return []
    const tall = Math.max(1, Math.round((value / ceiling) * height * 100) / 100)
    const box = html`x="${index * barWidth + 1}" y="${height - tall}" width="${barWidth - 2}" height="${tall}"`
    return html`<rect ${box}><title>${label}: ${text}</title></rect>`
  })
  return html`${shown}`
}
