import { indexConcurrently } from './steps.ts'

/** The audit log of one person. */
export const auditAuthors = [
  indexConcurrently({ name: 'audit_log_by_person', on: 'audit_log (merchant_id, person_id, id)' }),
  // Without it, a person's few changes of one kind would be searched among all lines of the person.
  indexConcurrently({
    name: 'audit_log_by_person_and_action',
    on: 'audit_log (merchant_id, person_id, action, id)',
  }),
]
