/**
 * The secret with which this browser proves that a card attempt of the checkout is its own, also after a reload. Null:
 * it has submitted no card yet, or stores nothing. Browsers keep the storage apart for each page around the frame, and
 * empty it when the tab closes.
 */
export function storedVisitor(clientSecret: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(clientSecret))
  } catch {
    return null
  }
}

/** Generates the secret. Without storage it lasts until the next reload. */
export function newVisitor(clientSecret: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const visitor = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    sessionStorage.setItem(keyOf(clientSecret), visitor)
  } catch {
    // After a reload the form then shows that a payment is under way, without the way to the bank's page.
  }
  return visitor
}

/** The id of the session. The client secret itself stays out of the storage. */
function keyOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}
