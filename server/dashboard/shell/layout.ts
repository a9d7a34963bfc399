import { html, type Markup } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'
import type { Notice } from '../../flows/accounts/form-results.ts'
import type { UndeliveredMode } from '../../store/webhooks/endpoint-failures.ts'
import type { DashboardAssets } from './assets.ts'
import { time } from './format.ts'
import { may, type MemberVisit, type PageGroup } from './page.ts'

export interface Frame {
  readonly assets: DashboardAssets
  readonly title: string
  readonly notice: Notice | null
  readonly body: Markup
}

/** The document of a page that needs no sign-in: one narrow column. */
export function visitorDocument({ assets, title, notice, body }: Frame): Markup {
  return documentOf(
    assets,
    title,
    html`
      <main class="narrow" id="main">
        <p class="brand">Card payments</p>
        <h1>${title}</h1>
        ${noticeOf(notice)}
        ${body}
      </main>
    `,
  )
}

export interface MemberFrame extends Frame {
  readonly visit: MemberVisit
  readonly groups: readonly PageGroup[]
  /** The path of the page. */
  readonly path: string
  readonly signOut: Markup
}

/** The document of a member's page: the mode, the account and the navigation around the page. */
export function memberDocument(frame: MemberFrame): Markup {
  const { assets, title, notice, body, visit } = frame
  const { livemode } = visit.scope
  const name = visit.merchant.business_name ?? visit.merchant.email
  const menu = html`<button type="button" class="menu" popovertarget="pages">Menu</button>`
  const band = !livemode && html`<p class="test-band"><strong class="badge">TEST</strong> No real money moves here.</p>`
  const inside = html`
    <a class="skip" href="#main">Skip to the content</a>
    <header>
      ${band}
      <div class="top">${menu}<p class="brand">${name}</p>${modeSwitch(frame)}</div>
    </header>
    <div class="columns">
      ${navigation(frame)}
      <main id="main">
        ${warningsOf(frame)}
        <h1>${title}</h1>
        ${noticeOf(notice)}
        ${body}
      </main>
    </div>
  `
  return documentOf(assets, `${livemode ? '' : 'TEST · '}${title}`, inside)
}

export const homePath = 'home'

/** The home page lists those of its own mode with everything else that needs the merchant. */
function warningsOf({ visit, path }: MemberFrame): Markup[] {
  return visit.undelivered
    .filter(({ livemode }) => path !== homePath || livemode !== visit.scope.livemode)
    .map((mode) => undeliveredWarning(visit, mode))
}

/** Leads to the deliveries that explain why, and to the form that resends. */
function undeliveredWarning({ merchant }: MemberVisit, { livemode, failingSince, oldest }: UndeliveredMode): Markup {
  const mode = livemode ? 'live' : 'test'
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const what = failingSince
    ? html`
        <strong>Your webhook address in ${mode} mode is failing.</strong>
        It has accepted no delivery since ${at(failingSince)}.
      `
    : html`
        <strong>Events in ${mode} mode have not arrived at your webhook address.</strong>
        ${oldest && html`The oldest is from ${at(oldest)}.`}
      `
  const why = html`<a href="/dashboard/${mode}/deliveries?state=undelivered">See why, and resend</a>`
  return html`<p class="outage">${what} ${why}</p>`
}

/**
 * Links to the page in either mode. A page of one object has no counterpart, so its link leads to the list above it.
 */
function modeSwitch({ visit, path }: MemberFrame): Markup {
  const target = path.includes('{') ? (path.split('/')[0] ?? '') : path
  const link = (livemode: boolean, text: string): Markup => {
    const current = visit.scope.livemode === livemode && html` aria-current="true"`
    return html`<a href="/dashboard/${livemode ? 'live' : 'test'}/${target}"${current}>${text}</a>`
  }
  return html`<nav class="modes" aria-label="Mode">${link(false, 'Test')}${link(true, 'Live')}</nav>`
}

/** The list of pages. On a narrow screen it is a popover, which the browser opens and closes without a script. */
function navigation({ visit, groups, path, signOut }: MemberFrame): Markup {
  const first = path.split('/')[0]
  const entries = groups.flatMap(({ title, pages }) =>
    pages.flatMap((page) =>
      page.nav === undefined || !may(visit, page.needs) ? [] : [{ group: title, name: page.nav, path: page.path }],
    ),
  )
  const here =
    entries.find((entry) => entry.path === path) ?? entries.find((entry) => entry.path.split('/')[0] === first)
  const shown = groups.filter(({ title }) => entries.some(({ group }) => group === title))
  const lists = shown.map(({ title }) => {
    const items = entries
      .filter(({ group }) => group === title)
      .map((entry) => {
        const current = entry === here && html` aria-current="page"`
        return html`<li><a href="${visit.to(entry.path)}"${current}>${entry.name}</a></li>`
      })
    const id = `pages-${title.toLowerCase()}`
    return html`<p class="group" id="${id}">${title}</p><ul aria-labelledby="${id}">${items}</ul>`
  })
  return html`
    <nav class="pages" id="pages" aria-label="Pages" popover>
      <button type="button" class="menu" popovertarget="pages" popovertargetaction="hide">Close</button>
      ${lists}
      <div class="you"><p>${visit.member.email}</p>${signOut}</div>
    </nav>
  `
}

function noticeOf(notice: Notice | null): Markup | null {
  if (!notice) return null
  const { secret } = notice
  const copy = html`<button type="button" class="copy" data-copy="secret" hidden>Copy</button>`
  const shown =
    secret &&
    html`
      <dl class="secret">
        <dt>${secret.label}</dt>
        <dd><code id="secret">${secret.value}</code> ${copy}</dd>
      </dl>
      <p>${secret.note}</p>
    `
  return html`<div class="notice" role="status"><p>${notice.message}</p>${shown}</div>`
}

function documentOf(assets: DashboardAssets, title: string, inside: Markup): Markup {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title}</title>
        ${iconLink('/')}
        <link rel="stylesheet" href="/dashboard/assets/${assets.style.name}">
        <script src="/dashboard/assets/${assets.script.name}" defer></script>
      </head>
      <body>
        ${inside}
      </body>
    </html>
  `
}
