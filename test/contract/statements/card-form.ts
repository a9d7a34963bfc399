import type { Sections } from './test-files.ts'

export const cardFormStatements: Sections = {
  'Browser card form': [
    [
      'The script defines ServicePay; checkout, on, mount, unmount',
      'formInBrowser: the form can be unmounted, mounted again and mounted twice',
    ],
    ['redirect: false disables the redirect', 'formInBrowser: redirect: false stays on the page'],
    [
      'ready carries id, status, amount, currency; complete the summary',
      'browserShop: the form sends the card encrypted, the shop gets its event and the whole page redirects',
    ],
    [
      'failed comes after the last allowed attempt',
      'browserDeclines: the fifth decline ends the session, and the form, the API and a webhook say so',
    ],
    [
      'error carries a code, such as invalid_client_secret',
      'browserIntruders: a malformed or wrong client secret gives invalid_client_secret and no form',
    ],
    ['mount takes a selector', 'browserIntruders: two forms on one page make two separate payments'],
    [
      'mount takes an element',
      'browserHosted: the hosted page takes a payment and leads to the shop, and later shows each new state',
    ],
    [
      'At 260 px of width the form works',
      'looks: ${name}: axe finds no violation, and a narrow window does not scroll sideways',
    ],
    [
      'It collects number, expiry, code and name; email and address only when the session has none',
      'fields: a completed form has no mistakes, and each empty field is reported as required',
      'fields: the form asks for email and address only when the session has none',
    ],
    [
      '3D Secure runs inside the form; its window may open over the page and closes itself',
      'browserChallenge: after an approval the window closes itself, and the payment says how it was confirmed',
    ],
    [
      'A declined card shows a message and another may be tried',
      'formInBrowser: a decline keeps the number, clears the code and says how many cards are left',
      'declines: a session that is paid after declines has no failure',
    ],
    [
      'After paying, the whole page goes to the thank-you address',
      'browserShop: the form sends the card encrypted, the shop gets its event and the whole page redirects',
    ],
  ],
  'Hosted pages': [
    [
      'url opens the same form with the same redirect',
      'browserHosted: the hosted page takes a payment and leads to the shop, and later shows each new state',
    ],
    [
      'The cancel link leads to cancel_url',
      'browserHosted: the cancel link leads to the cancel_url and leaves the session open',
    ],
    ['Links open at their url', 'linkInBrowser: a link takes a payment and leads on to the shop'],
  ],
}
