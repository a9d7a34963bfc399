import type { CityKind, GenericLabels, PostalKind, StateKind } from '../address-format.ts'

/** What the server writes into the form's markup. */
export interface ShellTexts {
  readonly title: string
  readonly loading: string
  /** Replaces `loading` after some seconds. */
  readonly stillLoading: string
  readonly cardNumber: string
  readonly expiry: string
  readonly expiryPattern: string
  readonly code: string
  readonly codeHint: string
  readonly name: string
  readonly email: string
  readonly billingAddress: string
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  readonly country: string
  readonly chooseCountry: string
  readonly testMode: string
  /** In a shop's page that does not get the form. A link with the next text follows, to the page of the checkout. */
  readonly notShown: string
  readonly otherPage: string
  /** On our own pages, when a script is missing: blocked, lost, or not understood by an old browser. */
  readonly otherBrowser: string
  readonly withoutScript: string
  /** The button that opens the bank’s confirmation window once more. */
  readonly bankPage: string
  readonly otherCard: string
  readonly tryAgain: string
}

/** The form's fields, by their names in the markup. */
export type AskedField =
  'email' | 'number' | 'expiry' | 'code' | 'name' | 'country' | 'line1' | 'line2' | 'city' | 'state' | 'postal_code'

/** The titles of alerts, and the labels of the button in each. The sentence between them is in `LiveTexts`. */
export interface AlertTexts {
  readonly declined: string
  readonly notAccepted: string
  readonly expired: string
  readonly notConfirmed: string
  readonly cancelled: string
  readonly notSent: string
  /** Some fields have mistakes, which are marked there. */
  readonly mistakes: string
  readonly otherCard: string
  readonly enterCode: string
  readonly tryAgain: string
  /** Leads to the first field with a mistake. */
  readonly showField: string
}

/** What the form says while it runs, with placeholders for `fill`. */
export interface LiveTexts {
  readonly pay: string
  readonly paying: string
  /** Another visitor of the same checkout is paying. */
  readonly otherPaying: string
  readonly waiting: string
  /** Replaces `waiting` after 20 seconds. */
  readonly stillWaiting: string
  readonly challenge: string
  readonly connectionLost: string
  readonly cancelling: string
  /** The title of the bank’s confirmation window. */
  readonly confirmTitle: string
  readonly correctFields: string
  /** What to enter, for each field that is empty. */
  readonly required: Readonly<Record<Exclude<AskedField, 'line2'>, string>>
  readonly numberInvalid: string
  readonly expiryInvalid: string
  readonly expiryPast: string
  readonly codeInvalid: string
  readonly nameInvalid: string
  readonly emailInvalid: string
  /** For a card of a brand that the shop's processor does not take. `brands` lists those that it takes. */
  readonly brandRefused: string
  /** The group of the two networks of a co-badged card. */
  readonly chooseNetwork: string
  /** Asks whether the customer mistyped the domain of the email address. */
  readonly didYouMean: string
  /** A doubt and not a refusal: the rule of a country may have changed. */
  readonly postalUnusual: string
  readonly notAccepted: string
  readonly declined: string
  /**
   * Why the last card was not charged, by `failure_code`, or by `cancelled` and `left_at_bank`, when the customer has
   * closed the bank's window. For other codes the form shows the server's sentence.
   */
  readonly failures: Readonly<Record<string, string>>
  readonly cardsLeft: string
  readonly lastCard: string
  readonly notSent: string
  readonly tooManyTries: string
  readonly alerts: AlertTexts
  readonly paidTitle: string
  readonly paid: string
  readonly paidWithoutName: string
  readonly returning: string
  readonly failedTitle: string
  readonly failed: string
  readonly expiredTitle: string
  readonly expired: string
  readonly unavailableTitle: string
  readonly invalidLink: string
  readonly insecure: string
  readonly loadFailed: string
}

/** What the fields of an address are called where it depends on the country. */
export interface AddressTexts {
  readonly line2: string
  /** The label of a field that may stay empty. */
  readonly optional: string
  /** The empty entry of the list of states. */
  readonly choose: string
  readonly states: Readonly<Record<StateKind, string>>
  /** Where the language has no special word, the form says “city” and “postal code”. */
  readonly cities: Readonly<Partial<Record<CityKind, string>>>
  readonly codes: Readonly<Partial<Record<PostalKind, string>>>
}

/** The form's texts at the place where the form is. */
export interface FormTexts extends LiveTexts {
  /** The button to the thank-you page, for customers who came back from there. */
  readonly onward: string
  /** Who got the payment. */
  readonly paidTo: string
  /** Another visitor of the same checkout has paid. */
  readonly alreadyPaid: Pick<LinkTexts, 'paidTitle' | 'paid' | 'paidWithoutName'>
  readonly receipt: ReceiptTexts & Pick<TrustTexts, 'questions'>
  /** In place of `expired` where no outcome is unknown. */
  readonly notCharged: string
  readonly addressLabels: GenericLabels
  readonly bankPage: string
  readonly otherCard: string
  /** The button that leads from a checkout without a way to pay to a new one. Only in a shop's page. */
  readonly startAgain?: string
  /** Where the formats of addresses are, with `{country}` in place of a country's code. */
  readonly addressFormats: string
}

/** What the hosted page says around the form. */
export interface HostedTexts {
  /** Above everything in test mode, whose pages may have any name. */
  readonly testNote: string
  readonly payTo: string
  readonly paidTo: string
  readonly cancel: string
  readonly backToShop: string
  readonly continueToShop: string
  readonly unknownTitle: string
  readonly unknown: string
  readonly refundedTitle: string
  readonly refunded: string
}

/** What the page of a payment link says around the form. */
export interface LinkTexts {
  readonly paidTitle: string
  readonly paid: string
  readonly paidWithoutName: string
  readonly expiredTitle: string
  readonly expired: string
  readonly deactivatedTitle: string
  readonly deactivated: string
  readonly unknownTitle: string
  readonly unknown: string
  /** Replace the form's texts that send the customer back to a shop, because a link may have no shop. */
  readonly checkoutFailed: string
  /** In place of `checkoutExpired` where no outcome is unknown. */
  readonly notCharged: string
  readonly checkoutExpired: string
  readonly closedTitle: string
  readonly closed: string
  readonly unavailableTitle: string
  readonly unreachable: string
  readonly startAgain: string
  readonly payAgain: string
}

/** What our pages say about cancelling a payment: the page around the bank’s, and the pages around the form. */
export interface CancelTexts {
  /** The button that closes the bank’s confirmation window, after the question. */
  readonly button: string
  readonly question: string
  readonly confirm: string
  readonly keepPaying: string
  /** Shown instead of the ways out of the page while a payment is under way. */
  readonly wait: string
}

/** Replaces the form’s texts that send the customer back to the shop, because the form is in the shop’s page. */
export interface EmbeddedTexts {
  readonly unknown: string
  readonly startAgain: string
  readonly returning: string
  readonly onward: string
}

/** What the receipt of a payment says, in the form and on our own pages. */
export interface ReceiptTexts {
  readonly amount: string
  readonly date: string
  readonly description: string
  readonly reference: string
  readonly card: string
  /** The merchant returned money. */
  readonly refunded: string
  /** The service returned money. */
  readonly returned: string
  readonly remaining: string
  readonly partTitle: string
  readonly lateTitle: string
  /** The bank approved the payment after the checkout had ended. */
  readonly late: string
  readonly print: string
}

/** The lines under the Pay button and at the foot of our own pages. */
export interface TrustTexts {
  readonly encrypted: string
  readonly processedBy: string
  readonly terms: string
  readonly privacy: string
  readonly questions: string
  /** Names the list of languages for screen readers. */
  readonly language: string
}

/** What mails to customers say, besides what the form and the receipt say too. */
export interface MailTexts {
  /** Subjects. */
  readonly receipt: string
  readonly receiptWithoutName: string
  readonly refund: string
  readonly refundWithoutName: string
  readonly thanks: string
  /** When the customer sees a refund. */
  readonly refundTime: string
  /** The link to the receipt on our page. */
  readonly view: string
  /** Names the id of the payment. */
  readonly payment: string
  readonly ask: string
  /** In place of `ask`, for a shop without an address for questions. */
  readonly askShop: string
  readonly test: string
}

/** What the sandbox bank's confirmation page says. */
export interface BankTexts {
  readonly name: string
  readonly question: string
  readonly questionWithoutName: string
  readonly note: string
  readonly approve: string
  readonly decline: string
  readonly cancel: string
  readonly approvedTitle: string
  readonly declinedTitle: string
  readonly close: string
  readonly unknownTitle: string
  readonly unknown: string
}

/** All texts of one language. A new language is one more file of this shape. */
export interface Texts {
  readonly language: string
  /** The language's own name. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly shell: ShellTexts
  readonly live: LiveTexts
  readonly address: AddressTexts
  readonly hosted: HostedTexts
  readonly link: LinkTexts
  readonly cancel: CancelTexts
  readonly embedded: EmbeddedTexts
  readonly receipt: ReceiptTexts
  readonly trust: TrustTexts
  readonly mail: MailTexts
  readonly bank: BankTexts
}
