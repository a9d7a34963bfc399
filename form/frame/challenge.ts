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
  onChange: (progress: Progress) => void,
): ChallengeWindow {
  let url: string | null = null
  let opensWindow = false
  let isCancelling = false
  let wake = (): void => {}

  const open = (): void => {
    if (url)
      parentWindow.send({
        type: 'challenge',
        url,
        language: document.documentElement.lang,
        direction: document.dir,
        texts: windowTexts(),
      })
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
      const next = progress.kind === 'challenge' && progress.url ? new URL(progress.url, document.baseURI).href : null
      if (next !== url) {
        close()
        isCancelling = false
        url = next
        if (opensWindow) open()
      }
      return url && isCancelling ? { kind: 'cancelling' } : progress
    },
    pause: (milliseconds) => Promise.race([sleep(milliseconds), new Promise<void>((resolve) => (wake = resolve))]),
    async end() {
      if (!url) return
      close()
      isCancelling = false
      if (!document.hasFocus())
        await Promise.race([
          sleep(focusReturnMilliseconds),
          new Promise((resolve) => addEventListener('focus', resolve, { once: true })),
        ])
    },
  }
}

function windowTexts() {
  const {
    confirmTitle: title,
    confirmCancel: cancel,
    cancelQuestion: question,
    cancelYes: yes,
    cancelNo: no,
  } = page.texts
  return { title, cancel, question, yes, no }
}
