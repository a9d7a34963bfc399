import type { Sections } from './test-files.ts'

export const cardFormStatements: Sections = {
  'Browser card form': [
    [
      'The script defines ServicePay; checkout, on, mount, unmount',
      'formInBrowser: the form can be unmounted, mounted again and mounted twice',
    ],
    [
      'redirect: false disables the redirect',
      'formInBrowser: redirect: false stays on the page',
      'browserShop: redirect: false stays on the page, even with a success_url',
    ],
    [
      'ready carries id, status, amount, currency; complete the summary',
      'browserShop: the form sends the card encrypted, the shop gets its event and the whole page redirects',
    ],
    [
      'failed comes after the last allowed attempt',
      'browserDeclines: the fifth decline ends the session, in the form, the API and a webhook',
    ],
    [
      'error carries a code, such as invalid_client_secret',
      'browserIntruders: a malformed and a wrong client secret give invalid_client_secret, and no form',
    ],
    ['mount takes a selector', 'browserIntruders: two forms on one page are two payments'],
    [
      'mount takes an element',
      'browserHosted: a card paid on the hosted page leads on to the shop, and the page then shows each later state',
    ],
    [
      'At 260 px of width the form works',
      'looks: ${name}: axe finds nothing, in either theme and direction and at any width',
    ],
    [
      'It collects number, expiry, code and name; email and address only when the session has none',
      'fields: a filled form has no mistakes, an empty one a required note per field',
      'fields: email and address are asked only when the session has none',
    ],
    [
      '3D Secure runs inside the form; its window may open over the page and closes itself',
      'browserChallenge: after an approval the window closes itself, and the payment says how it was confirmed',
    ],
    [
      'A declined card shows a message and another may be tried',
      'browserDeclines: after a decline the number stays, the code goes, and another card pays',
    ],
    [
      'After paying, the whole page goes to the thank-you address',
      'formInBrowser: after payment the whole page goes to the thank-you address',
      'browserShop: the form sends the card encrypted, the shop gets its event and the whole page redirects',
    ],
  ],
  'Hosted pages': [
    [
      'url opens the same form with the same redirect',
      'browserHosted: a card paid on the hosted page leads on to the shop, and the page then shows each later state',
    ],
    [
      'The cancel link leads to cancel_url',
      'browserHosted: the cancel link leads to the cancel_url and leaves the session open',
    ],
    ['Links open at their url', 'linkInBrowser: a link takes a payment and leads on to the shop'],
  ],
}
