import type { components } from '../../../generated/types.ts'

type Schemas = components['schemas']

/** A session as the form sees it. */
export type FormSession = Readonly<Schemas['FormSession']>

/** One try with one card, and the session after it. */
export type FormAttempt = Readonly<Schemas['CardAttempt']>

/** Body of `POST /v1/form/attempts`. */
export type AttemptRequest = Readonly<Schemas['CardAttemptCreateParams']>

/** Reply of `POST /v1/form/card_networks`. */
export type CardNetworks = Readonly<Schemas['CardNetworks']>

export type EncryptionKey = Readonly<Schemas['EncryptionKey']>
