import { readChallengeNews } from '../../messages.ts'
import type { FormApi } from '../session/api.ts'
import type { Challenge, Progress } from './attempt.ts'
import { sleep } from '../session/call.ts'
import { element, page } from '../page/page.ts'
import type { ParentWindow } from '../page/parent-window.ts'

/** The form's side of the bank's confirmation window, which the loader opens in the merchant's page. */
export interface ChallengeWindow {
  /** A payment begins. `opensWindow`: the customer started it here, so the window may open without a further click. */
  begin(opensWindow: boolean): void
  /** Opens or closes the window as the payment moves on. Returns the progress to show. */
  follow(progress: Progress): Progress
  pause(milliseconds: number): Promise<void>
  /** The payment is over. Closes the window and waits until the focus has returned. */
  end(): Promise<void>
}

/** How long the outcome waits for the focus to return from the other document. */
const focusReturnMilliseconds = 250

/** `onChange`: the progress to show has changed without a reply of the server. */
export function challengeWindow(
  api: FormApi,
  parentWindow: ParentWindow,
  onChange: (progress: Progress) => void,
): ChallengeWindow {
  let current: Opened | null = null
  let fingerprint: HTMLIFrameElement | null = null
  let opensWindow = false
  let isCancelling = false
  /** The shop's page cannot show the window. */
  let opensTab = false
  let wake = (): void => {}

  const open = (): void => {
    if (!current) return
    const { pageUrl } = current
    parentWindow.send({ type: 'challenge', url: pageUrl, title: page.texts.confirmTitle, theme: currentTheme() })
  }
  const close = (): void => {
    if (current) parentWindow.send({ type: 'challenge_over' })
    current = null
    fingerprint?.remove()
    fingerprint = null
  }
  const cancel = async (): Promise<void> => {
    const cancelled = current
    if (!cancelled || isCancelling) return
    isCancelling = true
    // The button is about to be hidden, which would lose the focus.
    element('pay').focus()
    onChange({ kind: 'cancelling' })
    const reply = await api.abandonAttempt(cancelled.attemptId)
    if (current?.key !== cancelled.key) return
    isCancelling = reply.kind === 'ok'
    wake()
  }
  /** The customer has pressed the button, so the browser allows a tab. */
  const openAgain = (): void => {
    if (current && opensTab) window.open(current.pageUrl, '_blank', 'noopener')
    else open()
  }
  addButtons(openAgain, () => void cancel())
  parentWindow.listen(readChallengeNews, ({ news }) => {
    if (news === 'cancelled') return void cancel()
    opensTab = news === 'unavailable'
    wake()
  })
  addEventListener('message', ({ source, origin, data }) => {
    const isOurs = fingerprint && source === fingerprint.contentWindow && origin === location.origin
    if (isOurs && readChallengeNews(data)) wake()
  })

  /** Shows another challenge, or none. */
  const change = (next: Opened | null, isFingerprint: boolean): void => {
    close()
    isCancelling = false
    current = isFingerprint ? null : next
    // After a reload, the service continues after ten seconds.
    if (isFingerprint && next && opensWindow) fingerprint = hiddenFrame(next.pageUrl)
    if (opensWindow) open()
  }

  let shown: string | undefined
  return {
    begin(opensByItself) {
      opensWindow = opensByItself
    },
    follow(progress) {
      if (progress.kind === 'connection_lost') return progress
      const next = progress.kind === 'challenge' ? openedOf(progress.challenge) : null
      const isFingerprint = progress.kind === 'challenge' && progress.challenge.isFingerprint
      if (next?.key !== shown) {
        shown = next?.key
        change(next, isFingerprint)
      }
      if (current && isCancelling) return { kind: 'cancelling' }
      return isFingerprint ? { kind: 'paying' } : progress
    },
    pause: (milliseconds) => Promise.race([sleep(milliseconds), new Promise<void>((resolve) => (wake = resolve))]),
    async end() {
      shown = undefined
      const wasOpen = current !== null
      close()
      if (!wasOpen) return
      // In WebKit, `hasFocus` is already true while the bank's page has the focus.
      const hasReturned = isCancelling && document.hasFocus()
      isCancelling = false
      if (!hasReturned)
        await Promise.race([
          sleep(focusReturnMilliseconds),
          new Promise((resolve) => addEventListener('focus', resolve, { once: true })),
        ])
    },
  }
}

/** Adds the buttons that the form has while the bank waits for the customer, hidden. */
function addButtons(open: () => void, cancel: () => void): void {
  const buttons = document.createElement('div')
  Object.assign(buttons, { id: 'challenge', hidden: true })
  for (const [id, textContent, onclick] of [
    ['bank', page.texts.bankPage, open],
    ['other-card', page.texts.otherCard, cancel],
  ] as const)
    buttons.append(Object.assign(document.createElement('button'), { type: 'button', id, textContent, onclick }))
  element('pay').after(buttons)
}

interface Opened {
  /** Differs for each challenge. */
  readonly key: string
  readonly attemptId: string
  readonly url: string
  readonly pageUrl: string
}

function openedOf({ attemptId, url: bankPath, page: path }: Challenge): Opened | null {
  if (bankPath === null || path === null) return null
  const url = new URL(path, document.baseURI)
  url.searchParams.set('locale', page.locale)
  url.searchParams.set('theme', currentTheme())
  // The merchant's, if there is one.
  const accent = document.documentElement.style.getPropertyValue('--accent')
  if (accent) url.searchParams.set('accent', accent)
  if (page.isolated) url.searchParams.set('isolated', 'true')
  return { key: path + bankPath, attemptId, url: new URL(bankPath, document.baseURI).href, pageUrl: url.href }
}

/** Runs a page that the customer neither sees nor reaches. */
function hiddenFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  document.body.append(frame)
  return frame
}

/** The window has the theme that the form has when it opens. */
function currentTheme(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}
