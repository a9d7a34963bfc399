import type { FormApi } from './api.ts'
import { sleep, type Progress } from './attempt.ts'
import { element, page } from './page.ts'
import type { ParentWindow } from './parent-window.ts'

/** The bank's confirmation window, which the page around the form opens, as the form sees it. */
export interface ChallengeWindow {
  /** A payment begins. `opens`: the customer has just asked for it here, so that the window may come up by itself. */
  begin(opens: boolean): void
  /** Follows a payment, and returns what is to be said of it. */
  follow(progress: Progress): Progress
  pause(milliseconds: number): Promise<void>
  /** The payment is over: the window goes, and what had the focus before has it again. */
  end(): Promise<void>
}

/** The focus comes back from another document; longer than that the customer should not wait for the outcome. */
const focusReturnMilliseconds = 250

/** `onChange`: what is to be said has changed without news from the server. */
export function challengeWindow(
  api: FormApi,
  around: ParentWindow,
  onChange: (progress: Progress) => void,
): ChallengeWindow {
  let url: string | null = null
  let opens = false
  let isCancelling = false
  let wake = (): void => {}

  const open = (): void => {
    if (url)
      around.send({
        type: 'challenge',
        url,
        language: document.documentElement.lang,
        direction: document.dir,
        texts: windowTexts(),
      })
  }
  const close = (): void => {
    if (url) around.send({ type: 'challenge_over' })
    url = null
  }
  const cancel = async (): Promise<void> => {
    const asked = url
    if (!asked || isCancelling) return
    isCancelling = true
    // The button is about to go, and the focus should not.
    element('pay').focus()
    onChange({ kind: 'cancelling' })
    const wasHeard = await api.abandonChallenge(asked)
    if (url !== asked) return
    isCancelling = wasHeard
    wake()
  }
  element('bank').addEventListener('click', open)
  element('other-card').addEventListener('click', () => void cancel())
  around.onChallengeNews((news) => (news === 'cancelled' ? void cancel() : wake()))

  return {
    begin(mayOpen) {
      opens = mayOpen
    },
    follow(progress) {
      if (progress.kind === 'connection_lost') return progress
      const next = progress.kind === 'challenge' && progress.url ? new URL(progress.url, document.baseURI).href : null
      if (next !== url) {
        close()
        isCancelling = false
        url = next
        if (opens) open()
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
