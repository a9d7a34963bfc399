import { isIP } from 'node:net'
import type { components } from '../../../generated/types.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import type { CustomerBrowser } from '../../processors/processor.ts'

type Params = Validated<components['schemas']['BrowserParams']>

/** What the service itself sees of the customer's browser. */
export interface RequestSender {
  readonly ipAddress: string
  /** As sent; empty without the header. */
  readonly userAgent: string
  readonly acceptHeader: string
  readonly acceptLanguage: string
}

/** The longest header that 3-D Secure 2 takes. */
const maxHeaderLength = 2_048

/**
 * The browser data of 3-D Secure 2, from the form and from its request. Null: the request does not come from a browser.
 * `ownOrigin` takes the place of an origin that the form does not know.
 */
export function customerBrowser(
  params: Params | undefined,
  sender: RequestSender,
  ownOrigin: string,
): CustomerBrowser | null {
  const userAgent = headerText(sender.userAgent)
  if (!params || userAgent === '' || isIP(sender.ipAddress) === 0) return null
  return {
    ipAddress: sender.ipAddress,
    acceptHeader: headerText(sender.acceptHeader) || '*/*',
    userAgent,
    language: params.language,
    colorDepth: params.color_depth,
    screenHeight: params.screen_height,
    screenWidth: params.screen_width,
    timeZoneOffset: params.time_zone_offset,
    javaEnabled: false,
    origin: params.page_origin ?? ownOrigin,
  }
}

/** Printable ASCII only: the text goes into the processor's JSON and the bank's XML. */
function headerText(value: string): string {
  return value.replace(/[^ -~]/g, '').slice(0, maxHeaderLength)
}
