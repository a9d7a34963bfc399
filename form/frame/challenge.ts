import type { InitMessage } from '../messages.ts'
import type { FormApi } from './api.ts'
import { sleep, type Progress } from './attempt.ts'
import { element, page } from './page.ts'
import type { ParentWindow } from './parent-window.ts'

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
  { opensChallengePages }: Pick<InitMessage, 'opensChallengePages'>,
  onChange: (progress: Progress) => void,
): ChallengeWindow {
  let url: string | null = null
  let pageUrl: string | null = null
  let opensWindow = false
  let isCancelling = false
  let wake = (): void => {}

  const open = (): void => {
    if (!url) return
    // A loader of an earlier release, from the browser's cache, does not know our page.
    if (!opensChallengePages) return void window.open(url, '_blank', 'noopener')
    if (pageUrl)
      parentWindow.send({ type: 'challenge', url: pageUrl, title: page.texts.confirmTitle, theme: currentTheme() })
  }
  const close = (): void => {
    if (url) parentWindow.send({ type: 'challenge_over' })
    url = null
  }
  const cancel = async (): Promise<void> => {
    const cancelledUrl = url
    if (!cancelledUrl || isCancelling) return
    isCancelling = true
    // The button is about to be hidden, which would lose the focus.
    element('pay').focus()
    onChange({ kind: 'cancelling' })
    const wasReceived = await api.abandonChallenge(cancelledUrl)
    if (url !== cancelledUrl) return
    isCancelling = wasReceived
    wake()
  }
  element('bank').addEventListener('click', open)
  element('other-card').addEventListener('click', () => void cancel())
  parentWindow.onChallengeNews((news) => (news === 'cancelled' ? void cancel() : wake()))

  return {
    begin(opensByItself) {
      opensWindow = opensByItself
    },
    follow(progress) {
      if (progress.kind === 'connection_lost') return progress
      const [next, nextPage] =
        progress.kind === 'challenge' ? [absolute(progress.url), absolute(progress.page)] : [null, null]
      if (next !== url) {
        close()
        isCancelling = false
        url = next
        pageUrl = nextPage && `${nextPage}?${new URLSearchParams({ locale: page.locale, theme: currentTheme() })}`
        if (opensWindow) open()
      }
      return url && isCancelling ? { kind: 'cancelling' } : progress
    },
    pause: (milliseconds) => Promise.race([sleep(milliseconds), new Promise<void>((resolve) => (wake = resolve))]),
    async end() {
      if (!url) return
      close()
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

/** The window has the theme that the form has when it opens. */
function currentTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return isDark ? 'dark' : 'light'
}

function absolute(path: string | null): string | null {
  return path && new URL(path, document.baseURI).href
}
