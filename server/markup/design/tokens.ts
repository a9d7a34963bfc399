/** Light, then dark. A test measures the contrast of each pair that pages use. */
export const colours = {
  ground: ['#f6f7f9', '#11141a'],
  panel: ['#ffffff', '#181c24'],
  sunken: ['#eef0f4', '#222834'],
  text: ['#171b24', '#e8ebf1'],
  muted: ['#566070', '#a4aebe'],
  line: ['#dfe3ea', '#2e3645'],
  edge: ['#7f899a', '#6d788c'],
  accent: ['#2a4fc9', '#93b1ff'],
  'accent-hover': ['#1f3fa8', '#b3c8ff'],
  'accent-ground': ['#e9eeff', '#1f2a48'],
  'on-accent': ['#ffffff', '#0d1526'],
  danger: ['#b3261e', '#ff9a91'],
  good: ['#14572f', '#a5e2bb'],
  'good-ground': ['#dcf2e4', '#16301f'],
  bad: ['#8f1d17', '#ffb4ac'],
  'bad-ground': ['#fce1de', '#3f1b18'],
  waiting: ['#6a4a00', '#f0d08c'],
  'waiting-ground': ['#fdeec8', '#352a10'],
  'test-ground': ['#ffb300', '#e0a000'],
  'test-text': ['#241a00', '#241a00'],
  chart: ['#3d63dd', '#7ea1ff'],
  'chart-before': ['#858fa1', '#76829a'],
  focus: ['#2a4fc9', '#93b1ff'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>

/** Values that are the same in every theme: type, space, corners. */
const scales = {
  font: "'Inter', system-ui, sans-serif",
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  'text-xs': '0.75rem',
  'text-s': '0.8125rem',
  'text-m': '0.9375rem',
  'text-l': '1.125rem',
  'text-xl': '1.5rem',
  'text-2xl': '2rem',
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2rem',
  radius: '8px',
  'radius-s': '6px',
}

const shadows = [
  '0 1px 2px rgb(20 28 45 / 0.06), 0 1px 1px rgb(20 28 45 / 0.04)',
  '0 1px 2px rgb(0 0 0 / 0.4)',
] as const
const floats = ['0 8px 28px rgb(20 28 45 / 0.18)', '0 8px 28px rgb(0 0 0 / 0.6)'] as const

/**
 * The custom properties of every page. They follow the browser's theme, and are light on paper. Inside `.theme-light`
 * and `.theme-dark` they are those of that theme.
 */
export const tokensCss = [
  `:root{color-scheme:light;${declared(scales)}${themed(0)}}`,
  '@media screen{:root{color-scheme:light dark}}',
  `@media screen and (prefers-color-scheme:dark){:root{${themed(1)}}}`,
  `.theme-light{color-scheme:light;${themed(0)}}`,
  `.theme-dark{color-scheme:dark;${themed(1)}}`,
].join('\n')

function themed(theme: 0 | 1): string {
  const own = Object.entries(colours).map(([name, pair]): [string, string] => [name, pair[theme]])
  return declared(Object.fromEntries([...own, ['shadow', shadows[theme]], ['float', floats[theme]]]))
}

function declared(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}
