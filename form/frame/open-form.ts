import { showNeededFields } from './card-form.ts'
import type { FormSession } from './form-session.ts'
import { acceptBrands } from './number-brand.ts'
import { showForm, showProgress } from './screen.ts'

/** Shows the form ready for a card, or busy while a payment of the session is under way. */
export function showOpen(session: FormSession, previous: FormSession | undefined): void {
  if (!previous) {
    showNeededFields(session.needs)
    acceptBrands(session.accepted_brands)
  }
  showForm(session)
  showProgress(session.status === 'processing' ? { kind: 'paying' } : null, session)
}
