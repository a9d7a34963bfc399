import { createHmac } from 'node:crypto'
import { sampleSecret } from '../lib/sample-secret.ts'
import type { Json, JsonValue, Operation } from './document.ts'

/** Signs the sample delivery of an event over its own body, so that a reader can check a receiver with it. */
export function signSample(webhook: Operation): void {
  const body = JSON.stringify(webhook.requestBody?.content['application/json'].example)
  const { id } = JSON.parse(body) as { id: string }
  const at = webhook.parameters.find(({ name }) => name === 'webhook-timestamp')?.example
  if (typeof at !== 'string') throw new Error('Bug: a sample delivery has no time')
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const samples: Json = {
    'Service-Signature': `t=${at},v1=${hmac(Buffer.from(sampleSecret), `${at}.${body}`).toString('hex')}`,
    'Service-Event-Id': id,
    'webhook-id': id,
    'webhook-signature': `v1,${hmac(standardKey, `${id}.${at}.${body}`).toString('base64')}`,
  }
  for (const parameter of webhook.parameters) {
    const sample: JsonValue | undefined = samples[parameter.name]
    if (sample !== undefined) parameter.example = sample
  }
}

/** Standard Webhooks takes the text after the prefix as base64. */
const standardKey = Buffer.from(sampleSecret.replace('whsec_', ''), 'base64')
