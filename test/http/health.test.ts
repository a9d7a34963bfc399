import { server as hapiServer } from '@hapi/hapi'
import t from 'tap'
import { bindHealth } from '../../server/http/health.ts'
import { openDatabase } from '../../server/store/sql/database.ts'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'

t.test(
  'a worker that does not work is named; only a process that is nothing but a worker is then not ready',
  async (t) => {
    const { adminUrl } = await testPostgres()
    await prepareTemplate(adminUrl)
    const clone = await cloneDatabase(adminUrl, templateName)
    const db = openDatabase(clone.url, { kind: 'checking' })
    t.teardown(async () => {
      await db.destroy()
      await clone.drop()
    })
    const logged: string[] = []
    const log = {
      info: (_: object, line: string) => logged.push(line),
      error: (_: object, line: string) => logged.push(line),
    }
    const worker = { works: false }
    const readiness = async (needsWorker: boolean): Promise<unknown> => {
      const server = hapiServer()
      bindHealth(server, {
        db,
        isDraining: () => false,
        readCardKeys: null,
        isWorking: () => worker.works,
        needsWorker,
        sharesLimits: null,
        log: { ...log, warn: () => {} },
      })
      const ask = async (): Promise<unknown> => {
        // A worker that does not work is a problem of the process, whether or not the database counts.
        const { statusCode, payload } = await server.inject('/readyz?exclude=database')
        return { statusCode, ...(JSON.parse(payload) as object) }
      }
      worker.works = false
      const replies = [await ask(), await ask()]
      worker.works = true
      return [...replies, await ask()]
    }
    const idle = { statusCode: 200, status: 'ready', worker: 'not working' }
    t.strictSame(await readiness(false), [idle, idle, { statusCode: 200, status: 'ready' }])
    t.same(logged.splice(0), ['the worker is not working', 'the worker is working again'])
    const away = { statusCode: 503, status: 'not ready', part: 'worker' }
    t.match(await readiness(true), [away, away, { statusCode: 200, status: 'ready' }])
    t.same(logged, ['not ready', 'ready again'])
  },
)
