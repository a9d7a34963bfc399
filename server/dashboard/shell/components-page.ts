import { isLoopback } from '../../domain/loopback.ts'
import { chart, spark, type Chart } from '../../markup/design/chart.ts'
import {
  breadcrumb,
  buttonLink,
  chips,
  copyButton,
  dialog,
  emptyState,
  popover,
  tabs,
  tag,
  tiles,
  toolbar,
} from '../../markup/design/components.ts'
import { icon, icons, type IconName } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { facts, section, table } from './format.ts'
import { renderField } from './forms.ts'
import { page, problem, type Field, type VisitorPage } from './page.ts'

/** Every part that pages consist of, in both themes. Only developers need it, so a public address lacks it. */
export const componentsPage: VisitorPage = {
  path: 'components',
  show({ context }) {
    if (!isLoopback(new URL(context.settings.baseUrl).hostname)) return problem(404)
    const themes = (['light', 'dark'] as const).map(
      (theme) => html`<div class="theme-${theme} showcase">${everything(theme)}</div>`,
    )
    return page('Components', html`${themes}`)
  },
  forms: [],
}

const here = '/dashboard/components'

function everything(theme: string): Markup {
  const parts: readonly (readonly [string, Markup])[] = [
    ['Buttons', buttons(theme)],
    ['Tags', tags()],
    ['Toolbar and chips', filters(theme)],
    ['Figures', figures(theme)],
    ['Charts', html`${chart(sample('bars'))}${chart(sample('line'))}`],
    ['Table and names', rows(theme)],
    ['Fields', fields(theme)],
    ['Ways', ways(theme)],
    [
      'Nothing to list',
      emptyState(
        'link',
        'No links yet',
        'A link lets a customer pay without code.',
        buttonLink(here, 'New link', { kind: 'main', sign: 'plus' }),
      ),
    ],
    ['Icons', iconList()],
  ]
  return html`
    <h2>${theme === 'light' ? 'Light' : 'Dark'}</h2>
    ${parts.map(([title, content], index) => section(`${theme}-${index}`, `${title}, ${theme}`, content))}
  `
}

function tags(): Markup {
  const quiet = html`${tag('Open', 'waiting')} ${tag('Expired', 'quiet')}`
  return html`<p>${tag('Paid', 'good')} ${tag('Failed', 'bad')} ${quiet}</p>`
}

function buttons(theme: string): Markup {
  const copied = `${theme}-copied`
  return html`
    <p class="go">
      <button type="button" class="main">Main</button>
      <button type="button">Other</button>
      <button type="button" class="danger">Danger</button>
      ${buttonLink(here, 'Link', { sign: 'external' })}
    </p>
    <p><code id="${copied}">cs_0123456789</code> ${copyButton(copied, 'the id')}</p>
  `
}

function filters(theme: string): Markup {
  const states: readonly (readonly [string, string])[] = [
    ['all', 'All'],
    ['paid', 'Paid'],
    ['failed', 'Failed'],
  ]
  const date = popover('Date', html`<p>Any content, such as two fields.</p>`, { chosen: 'This week' })
  const amount = popover('Amount', html`<p>From and to.</p>`)
  return html`
    ${chips(states, 'paid', () => here, `Show, ${theme}`)}
    ${toolbar(html`${date}${amount}${buttonLink(here, 'Export', { sign: 'download' })}`)}
  `
}

function figures(theme: string): Markup {
  const line = spark([3, 5, 4, 8, 7, 9, 12])
  return tiles(
    [
      {
        label: 'Sales',
        value: '£1,240.00',
        change: { text: '+12 %', tone: 'good', words: 'on last week' },
        spark: line,
      },
      { label: 'Declined', value: '8', change: { text: '+3', tone: 'bad', words: 'on last week' }, href: here },
      { label: 'Paid', value: '124', href: here, isChosen: true },
    ],
    `Figures, ${theme}`,
  )
}

function sample(kind: Chart['kind']): Chart {
  const labels = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const series = (name: string, values: readonly number[]): Chart['now'] => ({
    name,
    values,
    texts: values.map((value) => `£${value}.00`),
  })
  return {
    title: kind === 'bars' ? 'Sales by day' : 'Sales as a line',
    labels,
    labelled: 'Day',
    now: series('This week', [30, 52, 41, 80, 66, 95, 20]),
    before: series('Last week', [25, 45, 60, 50, 40, 70, 65]),
    ceiling: 100,
    ticks: ['£100', '£50', '£0'],
    kind,
  }
}

function rows(theme: string): Markup {
  return html`
    ${table(
      `Samples, ${theme}`,
      ['Name', 'State', { figures: 'Amount' }],
      [
        [html`<a href="${here}">Two tickets</a>`, tag('Paid', 'good'), '£25.00'],
        [html`<a href="${here}">A programme</a>`, tag('Open', 'waiting'), '£5.00'],
      ],
    )}
    ${facts([
      ['Reference', 'order-1001'],
      ['Customer', 'jenny@example.com'],
    ])}
  `
}

function fields(theme: string): Markup {
  const form: { name: string; fields: Record<string, Field> } = {
    name: `sample-${theme}`,
    fields: {
      text: { label: 'Text', type: 'text', hint: 'What it is for.' },
      wrong: { label: 'Text with an error', type: 'text', required: true },
      select: {
        label: 'Select',
        type: 'select',
        options: [
          ['a', 'First'],
          ['b', 'Second'],
        ],
      },
      box: { label: 'Checkbox', type: 'checkbox' },
    },
  }
  const sent = { name: form.name, values: {}, errors: { wrong: 'Fill in this field.' } }
  return html`${Object.keys(form.fields).map((name) => renderField({ sent }, form, name))}`
}

function ways(theme: string): Markup {
  const question = html`<p>Programs that use it stop working.</p>`
  const pages = ['Keys', 'Webhooks', 'Events'].map((name, index) => ({ name, href: here, isHere: index === 0 }))
  return html`
    ${breadcrumb([[here, 'Payments']], 'Two tickets', `Breadcrumb, ${theme}`)}
    ${tabs(pages, `Tabs, ${theme}`)}
    ${dialog(`${theme}-dialog`, 'Revoke this key?', question, { opener: 'Open a dialog' })}
  `
}

function iconList(): Markup {
  const names = Object.keys(icons) as IconName[]
  return html`<ul class="icons">${names.map((name) => html`<li>${icon(name)} ${name}</li>`)}</ul>`
}
