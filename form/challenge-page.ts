import { isEscape, withProtocol, type ChallengeNews } from './messages.ts'

// Runs in our page around the bank's confirmation page. The loader shows it in a dialog over the merchant's page.

const part = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const bank = part<HTMLIFrameElement>('bank')

/** The messages contain nothing confidential, and the page cannot know the origin of the merchant's page. */
function send(news: ChallengeNews['news']): void {
  parent.postMessage(withProtocol({ type: 'challenge_news', news }), '*')
}

let isAsking = false
function ask(asking: boolean): void {
  isAsking = asking
  part('question').hidden = !asking
  for (const id of ['head', 'bank']) part(id).hidden = asking
  part(asking ? 'no' : 'cancel').focus()
}

function onEscape(event: Event): void {
  event.preventDefault()
  ask(!isAsking)
}

part('cancel').onclick = () => ask(true)
part('no').onclick = () => ask(false)
part('yes').onclick = () => send('cancelled')
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') onEscape(event)
})
addEventListener('message', (event) => {
  const isFromBank = event.source === bank.contentWindow && event.origin === new URL(bank.src).origin
  if ((event.source === parent || isFromBank) && isEscape(event.data)) onEscape(event)
})
// The script may run before or after the bank's first document has loaded.
let hasLoaded = false
bank.onload = () => {
  if (hasLoaded) send('moved')
  hasLoaded = true
}
send('opened')
