import type { Member } from '../shell/support.ts'

export const list = '/dashboard/test/payments'

/** The ids of the payments that a page lists, in order. */
export const idsIn = (html: string): string[] =>
  [...html.matchAll(/<td class="sum"><a href="[^"]*\/(cs_\w+)"/g)].map(([, id = '']) => id)

export async function listedFor(owner: Member, query: Record<string, string>): Promise<string[]> {
  const answer = await owner.get(`${list}?${new URLSearchParams(query).toString()}`)
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(query)}: ${String(answer.status)} ${answer.location ?? answer.text}`)
  return idsIn(answer.html)
}
