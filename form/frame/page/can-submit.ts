/**
 * Whether buttons of forms work. In a sandboxed frame without `allow-forms` they do nothing, neither ours nor those of
 * the bank's page.
 */
export function canSubmit(): boolean {
  const probe = document.createElement('form')
  // Safari before 16 has no such function, and is trusted.
  let isHeard = !('requestSubmit' in probe)
  probe.onsubmit = () => !(isHeard = true)
  document.body.append(probe)
  if (!isHeard) probe.requestSubmit()
  probe.remove()
  return isHeard
}
