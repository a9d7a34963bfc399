import { html, type Markup } from '../html.ts'

/** Strokes on a grid of 16 by 16, as the `d` of a path. */
export const icons = {
  home: 'M2 7.5 8 2.5l6 5M3.5 6.5v7h9v-7M6.5 13.5V9.5h3v4',
  payments: 'M1.5 4.5a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM1.5 6.5h13M4 10h3',
  link: 'M6 10l4-4M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
  dispute: 'M8 1.5v13M5 14.5h6M2.5 4.5h11M4 4.5l-2.5 5a2.5 2.5 0 0 0 5 0zM12 4.5l-2.5 5a2.5 2.5 0 0 0 5 0z',
  reports: 'M2 2v12h12M5 11.5v-3M8 11.5v-6M11 11.5V7.5',
  code: 'M5 4.5 1.5 8 5 11.5M11 4.5 14.5 8 11 11.5M9.5 2.5l-3 11',
  settings: 'M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5M9 2.5v4M7 9.5v4M9 4.5h2M5 11.5h2',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.8 10.8 14 14',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14a5.5 5.5 0 0 1 11 0',
  'sign-out': 'M6 2.5H3.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1H6M10.5 5l3 3-3 3M13.5 8H6',
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  upload: 'M8 10.5V2.5M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5',
  refund: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  bank: 'M2 6.5 8 2.5l6 4zM3.5 6.5v5M6.5 6.5v5M9.5 6.5v5M12.5 6.5v5M2 13.5h12',
  key: 'M5 13.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.8 9.2l6.7-6.7M10.5 5.5l2 2',
  webhook: 'M2 11a2 2 0 1 1 4 0 2 2 0 0 1-4 0zM10 11a2 2 0 1 1 4 0 2 2 0 0 1-4 0zM6 11h4M5 9.2 8 3l3 6.2',
  send: 'M14 2 7 9M14 2l-4.5 12L7 9 2 6.5z',
  event: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14h3',
  mail: 'M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.5M2.5 8h.5M2.5 12h.5',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3M8 11.5v.5',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.5',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  shield: 'M8 1.5 3 3.5V8c0 3 2 5 5 6.5 3-1.5 5-3.5 5-6.5V3.5zM5.8 8l1.6 1.6 2.8-3',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-right': 'M6 4l4 4-4 4',
  'arrow-left': 'M13.5 8h-11M6.5 4l-4 4 4 4',
  'arrow-right': 'M2.5 8h11M9.5 4l4 4-4 4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  external: 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9M6.8 7v4M9.2 7v4',
  edit: 'M11 2.5l2.5 2.5L5.5 13H3v-2.5z',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 9.5v1M9.5 13.5h1M12.5 12.5h1v1',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  book: 'M8 4C6.5 3 4.5 2.5 2 2.5v10c2.5 0 4.5.5 6 1.5 1.5-1 3.5-1.5 6-1.5v-10c-2.5 0-4.5.5-6 1.5zM8 4v10',
  more: 'M3 8h.5M8 8h.5M13 8h.5',
} as const

export type IconName = keyof typeof icons

/** An icon beside a text. It says nothing itself, so screen readers leave it out. */
export function icon(name: IconName): Markup {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${icons[name]}"/></svg>`
}
