import type { Client } from './client.ts'

/** Payments that go on until `stop`. */
export interface Load {
  /** The sessions whose payment the service has acknowledged. */
  readonly paid: string[]
  stop(): Promise<void>
}

/** Pays one session after the other in three lanes, and refunds a part of some. */
export function payOnAndOn(client: Client): Load {
  const paid: string[] = []
  const state = { isOn: true }
  const lane = async (): Promise<void> => {
    while (state.isOn) {
      const created = await client.once({ path: '/v1/checkout/sessions', body: { amount: 1200, currency: 'GBP' } })
      const id = String(created?.body['id'])
      const answer = await client.once({ path: `/v1/test_helpers/checkout/sessions/${id}/pay` })
      if (answer?.status !== 200) continue
      paid.push(id)
      if (paid.length % 5 === 0)
        await client.once({ path: `/v1/checkout/sessions/${id}/refunds`, body: { amount: 200 } })
    }
  }
  const lanes = Promise.all([lane(), lane(), lane()])
  return {
    paid,
    stop: async () => {
      state.isOn = false
      await lanes
    },
  }
}
