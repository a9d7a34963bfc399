import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import { copyButton, popover, tabs } from '../../markup/design/components.ts'
import { pageFont } from '../../markup/design/font.ts'
import { icon } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'
import type { Notice } from '../../flows/accounts/form-results.ts'
import type { UndeliveredMode } from '../../store/webhooks/endpoint-failures.ts'
import type { DashboardAssets } from './assets.ts'
import { time } from './format.ts'
import { causedFaults } from './caused-faults.ts'
import { movedTime } from './moved-time.ts'
import { may, type MemberVisit, type PageGroup, type PageTop } from './page.ts'

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
        <p class="brand"><img class="mark" src="/favicon.svg" alt="" width="28" height="28">Card payments</p>
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
  readonly top: PageTop
  readonly signOut: Markup
}

/** The document of a member's page: the mode, the account and the navigation around the page. */
export function memberDocument(frame: MemberFrame): Markup {
  const { assets, title, notice, body, visit } = frame
  const { livemode } = visit.scope
  const name = visit.merchant.business_name ?? visit.merchant.email
  const test = html`<strong class="badge">TEST</strong><span class="unseen">No real money moves here.</span>`
  const inside = html`
    <a class="skip" href="#main">Skip to the content</a>
    <header>
      ${!livemode && html`<div class="test-line"></div>`}
      <div class="top">
        <img class="mark" src="/favicon.svg" alt="" width="28" height="28">
        <p class="brand">${name}</p>
        ${!livemode && test}
        ${lookup(frame)}
        ${modeSwitch(frame)}
        ${accountMenu(frame)}
      </div>
    </header>
    <div class="columns">
      ${navigation(frame)}
      <main id="main">
        ${warningsOf(frame)}
        ${secondFactorWarning(frame)}
        ${movedTime(visit)}
        ${causedFaults(visit)}
        ${tabsOf(frame)}
        ${headline(frame)}
        ${noticeOf(notice)}
        ${body}
      </main>
    </div>
  `
  return documentOf(assets, `${livemode ? '' : 'TEST · '}${title}`, inside)
}

function headline({ title, top: { above, heading, beside } }: MemberFrame): Markup {
  const head = html`<h1>${heading ?? title}</h1>`
  return html`${above}${beside ? html`<div class="headline">${head}${beside}</div>` : head}`
}

export const homePath = 'home'

/** The home page lists those of its own mode with everything else that needs the merchant. */
function warningsOf({ visit, path }: MemberFrame): Markup[] {
  return visit.undelivered
    .filter(({ livemode }) => path !== homePath || livemode !== visit.scope.livemode)
    .map((mode) => undeliveredWarning(visit, mode))
}

/** Reminds a person who has no second factor of the day from which the account needs one. */
function secondFactorWarning({ visit }: MemberFrame): Markup | null {
  const { merchant, member } = visit
  const from = merchant.second_factor_from
  if (from === null || hasSecondFactor(member)) return null
  const add = html`<a href="${visit.to('settings/sign-in')}">Add one now</a>`
  return html`<p class="outage">This account needs a second factor from ${time(from, merchant.time_zone)}. ${add}</p>`
}

/** Leads to the deliveries that explain why, and to the form that resends. */
function undeliveredWarning({ merchant }: MemberVisit, { livemode, failingSince, oldest }: UndeliveredMode): Markup {
  const mode = livemode ? 'live' : 'test'
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const what = failingSince
    ? html`<strong>Your webhook address in ${mode} mode is failing.</strong>`
    : html`<strong>Events in ${mode} mode have not arrived at your webhook address.</strong>`
  const since = failingSince
    ? html`It has accepted no delivery since ${at(failingSince)}.`
    : oldest && html`The oldest is from ${at(oldest)}.`
  const why = html`<a href="/dashboard/${mode}/deliveries?state=undelivered">See why, and resend</a>`
  return html`<p class="outage">${what} ${since} ${why}</p>`
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

/** The search for a payment. The list of payments has its own, with the filters. */
function lookup({ visit, path }: MemberFrame): Markup | null {
  if (path === 'payments') return null
  return html`
    <form class="lookup" method="get" action="${visit.to('payments')}" role="search" aria-label="Payments">
      ${icon('search')}
      <input type="search" name="q" maxlength="500" aria-label="Find payments" placeholder="Find payments">
      <kbd aria-hidden="true">/</kbd>
    </form>
  `
}

function accountMenu({ visit, signOut }: MemberFrame): Markup {
  const label = html`${icon('person')}<span class="unseen">Your account</span>`
  return popover(label, html`<div class="you"><p>${visit.member.email}</p>${signOut}</div>`, { kind: 'account' })
}

/** The entries of the navigation. On a narrow screen they are one row below the top bar. */
function navigation({ visit, groups, path }: MemberFrame): Markup {
  const here = groupOf(groups, path)
  const items = groups.flatMap((group) => {
    const [first] = namedPages(visit, group)
    if (!first) return []
    const current = group === here && html` aria-current="${path === first.path ? 'page' : 'true'}"`
    return html`<li><a href="${visit.to(first.path)}"${current}>${icon(group.icon)}${group.title}</a></li>`
  })
  return html`<nav class="pages" aria-label="Pages"><ul>${items}</ul></nav>`
}

function groupOf(groups: readonly PageGroup[], path: string): PageGroup | undefined {
  return groups.find(({ pages }) => pages.some((page) => page.path === path))
}

/** Those that the person's role allows. */
function namedPages(visit: MemberVisit, { pages }: PageGroup): { name: string; path: string }[] {
  return pages.flatMap(({ nav, path, needs }) => (nav !== undefined && may(visit, needs) ? [{ name: nav, path }] : []))
}

/** The pages beside this one. The page of one object belongs to the tab of its list. */
function tabsOf({ visit, groups, path }: MemberFrame): Markup | null {
  const group = groupOf(groups, path)
  const named = group ? namedPages(visit, group) : []
  const here =
    named.find((page) => page.path === path) ?? named.find((page) => page.path.split('/')[0] === path.split('/')[0])
  if (group === undefined || named.length < 2) return null
  const all = named.map((page) => ({ name: page.name, href: visit.to(page.path), isHere: page === here }))
  return tabs(all, group.title)
}

function noticeOf(notice: Notice | null): Markup | null {
  if (!notice) return null
  const { secret } = notice
  const shown =
    secret &&
    html`
      <dl class="secret">
        <dt>${secret.label}</dt>
        <dd><code id="secret">${secret.value}</code> ${copyButton('secret', secret.label)}</dd>
      </dl>
      <p>${secret.note}</p>
    `
  return html`<div class="notice" role="status"><p>${notice.message}</p>${shown}</div>`
}

function documentOf(assets: DashboardAssets, title: string, inside: Markup): Markup {
  const usesPasskeys = / data-(?:new-)?passkey=/.test(inside.text)
  const passkeys = usesPasskeys && html`<script src="/dashboard/assets/${assets.passkeys.name}" defer></script>`
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title}</title>
        ${iconLink('/')}
        <link rel="preload" href="${pageFont().path}" as="font" type="font/woff2" crossorigin>
        <link rel="stylesheet" href="/dashboard/assets/${assets.style.name}">
        <script src="/dashboard/assets/${assets.script.name}" defer></script>
        ${passkeys}
      </head>
      <body>
        ${inside}
      </body>
    </html>
  `
}
