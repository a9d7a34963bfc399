import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { operationsOf } from '../../spec/generate/document.ts'
import { brunoFiles } from '../../server/pages/docs/collections/bruno.ts'
import { merchantDocument } from '../support/contract-document.ts'
import { sharedService } from '../support/shared-service.ts'
import { runWorkflow, type ArazzoDocument } from './run-arazzo.ts'
import { docsContext } from './docs-context.ts'

const service = await sharedService()
t.teardown(() => service.stop())

t.test('Bruno’s folder has each call of a merchant once, with what its example sends', async (t) => {
  const reply = await fetch(`${service.baseUrl}/bruno.tgz`)
  t.match([reply.status, reply.headers.get('content-type')], [200, 'application/gzip'])
  const archive = gunzipSync(Buffer.from(await reply.arrayBuffer())).toString('utf8')
  const files = brunoFiles(docsContext(service.baseUrl, 'sk_test_public_demo'))
  for (const [name, text] of Object.entries(files)) {
    t.ok(archive.includes(`card-payment-service/${name}`), name)
    t.ok(archive.includes(text), `the archive has ${name} as it is`)
  }
  const calls = operationsOf(merchantDocument)
  const requests = Object.entries(files).filter(([name]) => /\/(?!folder)\w+\.bru$/.test(name) && !/^env/.test(name))
  t.same(
    requests
      .map(([, text]) => {
        const [, method, path = ''] = /^(\w+) \{\n  url: \{\{baseUrl\}\}(\S+)/m.exec(text) ?? []
        return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
      })
      .sort(),
    calls.map(({ method, path }) => `${method} ${path}`).sort(),
  )
  t.same(
    requests
      .flatMap(([, text]) => /^body:json \{\n([^]*?)\n\}$/m.exec(text)?.[1] ?? [])
      .map((body) => JSON.stringify(JSON.parse(body)))
      .sort(),
    calls
      .flatMap(({ operation }) => operation.requestBody?.content['application/json'].example ?? [])
      .map((example) => JSON.stringify(example))
      .sort(),
  )
  const again = await fetch(`${service.baseUrl}/bruno.tgz`, {
    headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
  })
  t.equal(again.status, 304)
})

t.test('the Arazzo document pays, verifies and refunds on a real service', async (t) => {
  const document = (await (await fetch(`${service.baseUrl}/arazzo.json`)).json()) as ArazzoDocument
  t.match(document, { arazzo: /^1\.0\./, sourceDescriptions: [{ url: `${service.baseUrl}/openapi.json` }] })
  const inputs = { secretKey: service.secretKey, sessionKey: randomUUID(), refundKey: randomUUID() }
  const outputs = await runWorkflow(document, 'payVerifyRefund', inputs)
  const session = typeof outputs['session'] === 'string' ? outputs['session'] : ''
  t.match([session, outputs['refund']], [/^cs_test_/, /^re_/])
  const refund = await service.call('GET', `/v1/refunds?session=${session}`)
  t.match(refund.body, { data: [{ id: outputs['refund'], amount: 500, status: 'succeeded' }] })
  await t.rejects(
    runWorkflow(document, 'payVerifyRefund', { ...inputs, secretKey: 'sk_test_unknown' }),
    /create: \$statusCode == 200 is false/,
    'the runner notices what a step does not fulfil',
  )
})
