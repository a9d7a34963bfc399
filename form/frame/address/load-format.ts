import type { AddressFormat } from '../../address-format.ts'
import { fill } from '../../texts/fill.ts'
import { page } from '../page/page.ts'

/** How long the form waits for a country's format. */
const timeoutMilliseconds = 3_000

/** Null: the format cannot be loaded. */
export async function loadFormat(country: string): Promise<AddressFormat | null> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMilliseconds)
  try {
    const response = await fetch(fill(page.texts.addressFormats, { country }), {
      signal: abort.signal,
      credentials: 'same-origin',
    })
    return response.ok ? ((await response.json()) as AddressFormat) : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
