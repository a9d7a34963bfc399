import { inOneTransaction } from './steps.ts'

/**
 * The request that submitted a card, asked for a refund or caused an event, and the place of that request in its
 * OpenTelemetry trace (W3C `traceparent`). Jobs and deliveries continue both.
 */
export const requestIds = [
  inOneTransaction(`
alter table card_attempts add column request_id text, add column traceparent text;
alter table refunds add column request_id text, add column traceparent text;
alter table deliveries add column request_id text, add column traceparent text;
`),
]
