import t from 'tap'
import { allRoles, hasDuty } from '../../../server/domain/accounts/roles.ts'
import { dashboardPages } from '../../../server/dashboard/pages.ts'
import { sharedService } from '../../support/shared-service.ts'
import { sql } from '../../support/sql.ts'
import type { TestService } from '../../support/service.ts'
import { formIn, joinWithRole, signIn, type Member } from './support.ts'
import { samples } from './samples.ts'

// Every role on every page, form and file of the dashboard. The test reads the list of pages, so it covers a new page.

let service: TestService
let owner: Member
t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

t.test('each role opens the pages and sends the forms of its duties, and no others', async (t) => {
  const refused = 'Your role does not include this'
  const opened = []
  for (const page of dashboardPages) {
    const sample = samples[page.path]
    opened.push({ page, path: `/dashboard/test/${sample ? await sample(service) : page.path}` })
  }
  for (const role of allRoles) {
    const member = await joinWithRole(service, owner, role)
    const before = await changes()
    for (const { page, path } of opened) {
      const shown = await member.get(path)
      const isAllowed = hasDuty(role, page.needs)
      t.equal(shown.status, isAllowed ? 200 : 403, `${role}: ${path}`)
      t.equal(shown.text.includes(refused), !isAllowed, `${role}: ${path}`)
      for (const { name, needs = page.needs } of page.forms) {
        // Without a token, nothing comes of a form that the role may send.
        const sent = await member.post(`${path}/${name}`, {})
        t.equal(sent.text.includes(refused), !hasDuty(role, needs), `${role}: ${path}/${name}`)
        if (isAllowed && !hasDuty(role, needs)) t.equal(formIn(shown.html, name), null, `${role} sees no ${name}`)
      }
      if (page.upload) {
        const sent = await member.post(`${path}/${page.upload.name}`, {})
        t.equal(sent.text.includes(refused), !isAllowed, `${role}: the file of ${path}`)
      }
    }
    t.same(await changes(), before, role)
  }
})

/** What people have done in the account. */
function changes(): Promise<object[]> {
  return sql(service, 'select action, actor from audit_log where merchant_id = ? order by id', [service.merchantId])
}
