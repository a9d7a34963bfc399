import { accentTokens, readWritten } from './colours.ts'
import { isEscape, withProtocol, type ChallengeNews } from './messages.ts'

// Runs in our page around the bank's confirmation page. The loader shows it in a dialog over the merchant's page.

/** Most pages of banks have appeared by then. */
const emptyFrameMilliseconds = 5_000

const part = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const optionalPart = <Kind extends HTMLElement>(id: string): Kind | null => document.getElementById(id) as Kind | null
const bank = part<HTMLIFrameElement>('bank')

/** The shop's accent, which the form has chosen. */
const accent = readWritten(new URLSearchParams(location.search).get('accent'))
for (const [token, value] of Object.entries(accent ? accentTokens(accent) : {}))
  document.documentElement.style.setProperty(token, value)

/** The messages contain nothing confidential, and the page cannot know the origin of the merchant's page. */
function send(news: ChallengeNews['news']): void {
  parent.postMessage(withProtocol({ type: 'challenge_news', news }), '*')
}

let isAsking = false
function ask(asking: boolean): void {
  isAsking = asking
  part('question').hidden = !asking
  for (const id of ['head', 'bank']) part(id).hidden = asking
  showTabLink()
  part(asking ? 'no' : 'cancel').focus()
}

function onEscape(event: Event): void {
  event.preventDefault()
  if (canCancel()) ask(!isAsking)
}

/**
 * Not once the frame shows a page of ours that says how the confirmation ended, and not in a tab of its own: only the
 * form can cancel then.
 */
function canCancel(): boolean {
  return parent !== window && !bank.contentDocument?.querySelector('.outcome')
}

/** A bank that forbids frames leaves ours empty, and no script can see that. */
let mayBeEmpty = false
function showTabLink(): void {
  const link = optionalPart('tab')
  if (link) link.hidden = isAsking || !mayBeEmpty
}

/** Without the customer, the page has only the frame and the form. */
function listen(): void {
  part('cancel').hidden = !canCancel()
  part('cancel').onclick = () => ask(true)
  part('no').onclick = () => ask(false)
  part('yes').onclick = () => send('cancelled')
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onEscape(event)
  })
  setTimeout(() => {
    mayBeEmpty = true
    showTabLink()
  }, emptyFrameMilliseconds)
}
if (optionalPart('cancel')) listen()
addEventListener('message', (event) => {
  const isFromBank = event.source === bank.contentWindow && event.origin === location.origin
  if ((event.source === parent || isFromBank) && isEscape(event.data)) onEscape(event)
})
// The script may run before or after the bank's first document has loaded.
let hasLoaded = false
bank.onload = () => {
  const cancel = optionalPart('cancel')
  if (cancel) cancel.hidden = !canCancel()
  if (hasLoaded) send('moved')
  hasLoaded = true
}
const post = optionalPart<HTMLFormElement>('post')
// The acquirer chooses the names of the fields, and a field named `submit` would hide the function `post.submit`.
if (post) HTMLFormElement.prototype.submit.call(post)
send('opened')
