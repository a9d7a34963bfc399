import type { CredentialValues } from '../../domain/acquirers/credentials.ts'
import { cardBrands } from '../../domain/sessions/card-rules.ts'
import type { AcquirerDeclaration } from '../acquirer.ts'
import { accountOf } from './account.ts'
import { checkAdyenConnection } from './check-connection.ts'
import { createAdyenProcessor } from './processor.ts'
import { adyenVariables, checkoutUrlOf, problemsOfSettings, type AdyenSettings } from './settings.ts'
import { readSettlementReport } from './settlement-report.ts'

const anyBrand = `(?:${cardBrands.join('|')})`

export const adyen: AcquirerDeclaration<AdyenSettings> = {
  name: 'adyen',
  label: 'Adyen',
  guide: '/docs/adyen',
  credentialsAt: 'Adyen’s Customer Area',
  notificationsStep: 'In Adyen’s Customer Area (Developers → Webhooks), add a standard webhook with this address',
  checkResults: {
    ok: 'Adyen accepts the API key and the merchant account.',
    wrong_key:
      'Adyen refuses the API key. Create another one in Adyen’s Customer Area (Developers → API credentials), and ' +
      'enter it here.',
    wrong_account:
      'Adyen does not know this merchant account. Enter its name as the Customer Area shows it, and check that the ' +
      'API key belongs to the same company.',
    no_permission:
      'Adyen knows the API key but refuses the call. In the Customer Area, give the API credential access to this ' +
      'merchant account and the role “Checkout webservice role”.',
    unreachable:
      'Adyen did not answer in time, so we do not know whether it accepts the credentials. Check the connection in a ' +
      'few minutes.',
    unclear:
      'The reply from Adyen does not show whether the credentials are valid. The operator of this server should ' +
      'check ' +
      'ADYEN_ENVIRONMENT and ADYEN_CHECKOUT_URL.',
  },
  fields: {
    merchantAccount: {
      label: 'Merchant account',
      isSecret: false,
      isRequired: true,
      isAccountName: true,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
      max: 80,
      rule: 'letters, digits and _ . -, exactly as Adyen shows it',
      help: 'the name of the merchant account',
      hint: 'Its name at Adyen, such as YourCompanyECOM.',
    },
    apiKey: {
      label: 'API key',
      isSecret: true,
      isRequired: true,
      pattern: /^[\x21-\x7e]+$/,
      max: 1_000,
      rule: 'one line of letters, digits and signs, without spaces',
      help: 'the API key',
    },
    hmacKey: {
      label: 'HMAC key',
      isSecret: true,
      isRequired: true,
      pattern: /^(?:[0-9A-Fa-f]{2}){16,}$/,
      max: 128,
      rule: 'the hexadecimal key that Adyen generated for the webhook: 64 digits from 0 to 9 and A to F',
      help: 'the key that signs the notifications of the webhook',
      hint: '64 hexadecimal digits. Adyen shows it when you generate it for the webhook.',
      earlier: {
        validDays: 30,
        afterRemoval: 'We then refuse notifications that Adyen still signs with it.',
        isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
      },
    },
    livePrefix: {
      label: 'Live prefix',
      isSecret: false,
      isRequired: false,
      pattern: /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
      max: 49,
      rule: 'letters, digits and hyphens, such as 1797a841fbb37ca7-AdyenDemo',
      help: 'the prefix of live addresses, which ADYEN_ENVIRONMENT=live needs',
      hint: 'Only for Adyen’s live platform: Developers → API URLs, such as 1797a841fbb37ca7-AdyenDemo.',
    },
    capture: {
      label: 'Capture',
      isSecret: false,
      isRequired: false,
      pattern: /^(?:automatic|manual)$/,
      max: 9,
      rule: 'automatic or manual',
      choices: [
        ['automatic', 'Automatic: Adyen captures each payment at once'],
        ['manual', 'Manual: we request the capture after each approval'],
      ],
      help: 'manual when the merchant account captures manually; default automatic',
      hint: 'The same as in the Customer Area: Settings → Account settings → Capture delay.',
    },
    brands: {
      label: 'Card brands',
      isSecret: false,
      isRequired: false,
      pattern: new RegExp(`^${anyBrand}(?:, ?${anyBrand})*$`),
      max: 100,
      rule: `one or more of ${cardBrands.join(', ')}, separated by commas`,
      help: 'the card brands that the merchant account takes, such as visa,mastercard; default all',
      hint: 'The brands that the merchant account takes, such as visa, mastercard, amex. Empty for all.',
    },
    notificationUser: {
      label: 'User name of notifications',
      isSecret: false,
      isRequired: false,
      pattern: /^[\x21-\x39\x3b-\x7e]+$/,
      max: 100,
      rule: 'letters, digits and signs, without spaces and colons',
      help: 'basic authentication of notifications, if you set it at Adyen',
      hint: 'Only if you set basic authentication for the webhook.',
    },
    notificationPassword: {
      label: 'Password of notifications',
      isSecret: true,
      isRequired: false,
      pattern: /^[\x20-\x7e]+$/,
      max: 200,
      rule: 'letters, digits and signs on one line',
      help: 'the password of that user',
    },
  },
  settlementReports: { name: 'Settlement details report', read: readSettlementReport },
  variables: adyenVariables,
  problemsOfSettings,
  configure: (settings) => ({
    testSetting: settings.environment === 'test' ? 'ADYEN_ENVIRONMENT=test' : null,
    problemsOf: (values) => problemsOf(settings, values),
    check: async (credentials) => {
      const checkoutUrl = urlFor(settings, credentials.values)
      return checkoutUrl === null ? 'unclear' : checkAdyenConnection(checkoutUrl, accountOf(credentials))
    },
    createProcessor: (credentials, { clock, log, statementDescriptor }) => {
      const checkoutUrl = urlFor(settings, credentials.values)
      const account = { ...accountOf(credentials), isLive: settings.environment === 'live', statementDescriptor }
      return checkoutUrl === null ? null : createAdyenProcessor({ account, checkoutUrl, clock, log })
    },
  }),
}

function urlFor(settings: AdyenSettings, { livePrefix }: CredentialValues): string | null {
  return checkoutUrlOf(settings, livePrefix ?? null)
}

function problemsOf(settings: AdyenSettings, values: CredentialValues): Record<string, string> {
  const { notificationUser = null, notificationPassword = null } = values
  return {
    ...(notificationUser === null &&
      notificationPassword !== null && { notificationUser: 'The password needs its user name.' }),
    ...(notificationPassword === null &&
      notificationUser !== null && { notificationPassword: 'The user name needs its password.' }),
    ...(urlFor(settings, values) === null && {
      livePrefix: 'This server uses Adyen’s live platform, whose addresses begin with this prefix.',
    }),
  }
}
