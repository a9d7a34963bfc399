/**
 * The HTML standard's rule for email addresses, plus a dot in the host name: ASCII that every mail server accepts
 * (spec/decisions/mail.md#addresses-beyond-ascii). The form and the service share it.
 */
export function isEmail(value: string): boolean {
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(
    value,
  )
}
