/** Replaces secrets in a text that comes from elsewhere, and everything that would control the terminal. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(sk_(?:test|live)_|whsec_|_secret_)[\w.~+/=-]+/g, '$1…')
    .replace(/\/\/[^/@\s]*:[^/@\s]*@/g, '//…@')
}
