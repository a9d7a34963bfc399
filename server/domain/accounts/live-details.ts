import { formats } from '../../../spec/lib/formats.ts'

/** The business behind an account that takes real money. Texts are trimmed. */
export interface LiveDetails {
  readonly legal_name: string
  /** ISO 3166-1, upper case. */
  readonly country: string
  readonly registration_number: string
  readonly contact_name: string
  readonly contact_email: string
  /** The text on the customers' bank statements. */
  readonly statement_descriptor: string
}

/** Banks print only these characters on statements. */
export const descriptorRule =
  '5 to 22 characters: letters from A to Z, digits, spaces and . , & + - / #, at least one of them a letter.'

/** One sentence for each invalid field. */
export function liveDetailsProblems(details: LiveDetails): Partial<Record<keyof LiveDetails, string>> {
  const { legal_name, country, registration_number, contact_name, contact_email, statement_descriptor } = details
  return {
    ...(!isName(legal_name, 120) && {
      legal_name: 'Write the name as it is registered, with at least two letters and at most 120 characters.',
    }),
    ...(!(/^[A-Z]{2}$/.test(country) && formats['iso-3166']?.test(country)) && {
      country: 'Choose the country where the business is registered.',
    }),
    ...(!/^(?=.*[\p{L}\p{Nd}])[\p{L}\p{Nd} ./-]{2,40}$/u.test(registration_number) && {
      registration_number: 'Use 2 to 40 letters, digits, spaces and . / -.',
    }),
    ...(!isName(contact_name, 100) && {
      contact_name: 'Write a name, with at least two letters and at most 100 characters.',
    }),
    ...(!formats['email']?.test(contact_email) && { contact_email: 'This is not an email address.' }),
    ...(!isDescriptor(statement_descriptor) && { statement_descriptor: `Use ${descriptorRule}` }),
  }
}

function isName(text: string, max: number): boolean {
  return (
    [...text].length <= max && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && (text.match(/\p{L}/gu) ?? []).length >= 2
  )
}

function isDescriptor(text: string): boolean {
  return /^(?=.*[A-Za-z])[A-Za-z0-9.,&+\-/#](?:[A-Za-z0-9 .,&+\-/#]{3,20})[A-Za-z0-9.,&+\-/#]$/.test(text)
}
