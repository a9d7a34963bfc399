import { html, type Markup } from './html.ts'

/** The icon of every page of the service: a payment card. */
export const iconSvg = html`
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect x="1" y="5" width="30" height="22" rx="4" fill="#2353c4"/>
    <path fill="#fff" d="M1 10h30v5H1zM5 20h8v3H5z"/>
  </svg>
`.text

/**
 * The icon's link for the head of a page. `root`: the path from the page to the service's root, ending in a slash.
 * The page's policy must allow `img-src 'self'`. Browsers load icons for tabs only, never for frames.
 */
export function iconLink(root: string): Markup {
  return html`<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">`
}
