export type * from '../../generated/sdk-types.ts'
export type { LastResponse, WithLastResponse } from './answers.ts'
export { ServicePay, ServicePay as default } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  ProcessorError,
  RateLimitError,
  ServicePayError,
  SignatureError,
} from './errors.ts'
export type { LocalErrorCode } from './errors.ts'
export type { Attempt, Outcome, RequestOptions, ServicePayOptions } from './options.ts'
export { webhooks } from './webhooks/verify-webhooks.ts'
export type { ConstructEventOptions, RawBody, Webhooks } from './webhooks/verify-webhooks.ts'
