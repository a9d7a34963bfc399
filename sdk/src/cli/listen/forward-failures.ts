/** What OpenSSL and Node say about a certificate that no known authority has signed for this host and time. */
const certificateProblem = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/

/** Why no reply came, for the terminal. */
export function reasonOf(error: unknown, replyWindowMilliseconds: number): string {
  const { name, code = '', message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return `no reply within ${replyWindowMilliseconds / 1000} s`
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'the host does not exist'
  if (certificateProblem.test(code))
    return `its certificate is not trusted (${code}): on this machine, pass --insecure or use http://`
  if (/no.application.protocol/i.test(code + message) || code.startsWith('HPE_'))
    return `the reply is not HTTP/1.1 (${code}): deliveries need a receiver that also speaks HTTP/1.1`
  // OpenSSL has other codes for the same in other versions.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return `it does not speak TLS (${code}): use http://`
  if (code === 'ECONNRESET') return 'the receiver closed the connection without a reply (ECONNRESET)'
  return code || message
}
