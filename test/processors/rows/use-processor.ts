import type { Scope } from '../../../server/domain/scope.ts'
import type { NotificationMessage, Processor } from '../../../server/processors/processor.ts'
import { liveKey } from '../../accounts/accounts.ts'
import type { TestService } from '../../support/service.ts'
import type { Bench } from '../processor-under-test.ts'

/** Sends the payments of a service to this processor. */
export function useProcessor(service: TestService, processor: Processor): void {
  const processorFor = async (_scope: Scope, name = processor.name): Promise<Processor | null> =>
    name === processor.name ? processor : null
  for (const context of [service.app.context, service.app.workContext]) Object.assign(context, { processorFor })
}

/** Sends the live payments of a service to this processor, and takes its notifications. */
export async function useLiveMode(
  service: TestService,
  processor: Processor,
): Promise<Pick<Bench, 'scope' | 'secretKey'> & { notify(message: NotificationMessage): Promise<number> }> {
  useProcessor(service, processor)
  const { secretKey, merchantId } = await liveKey(service, { liveAccess: true })
  return {
    scope: { merchantId, livemode: true },
    secretKey,
    notify: (message) => notify(service, processor.name, message),
  }
}

/** Sends a notification to the service. Returns the status of the reply. */
export async function notify(
  { baseUrl, merchantId }: TestService,
  processor: string,
  { headers, body }: NotificationMessage,
): Promise<number> {
  const { status } = await fetch(`${baseUrl}/v1/processor_notifications/${processor}/${merchantId}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  })
  return status
}
