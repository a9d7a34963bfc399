import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** The only rule whose result depends on the theme. */
export const contrast = ['color-contrast']

interface AxeOptions {
  readonly iframes?: boolean
  /** Default: all. */
  readonly rules?: readonly string[]
}

/**
 * The violations that axe finds: each rule with the elements that break it. A page with a strict policy needs a context
 * with `bypassCSP`.
 */
export async function axeViolations(
  where: Page | Frame,
  { iframes = true, rules }: AxeOptions = {},
): Promise<string[]> {
  if (!(await where.evaluate(() => 'axe' in window))) await where.evaluate(axeSource)
  return where.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { iframes, ...(rules && { runOnly: { type: 'rule', values: rules } }) },
  )
}
