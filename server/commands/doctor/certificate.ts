import { connect, type PeerCertificate } from 'node:tls'
import { isIP } from 'node:net'
import { counted, failed, ok, reasonOf, skipped, warning, type Finding } from './finding.ts'

const answerMs = 5_000
const dayMs = 86_400_000

/** Programs that renew certificates do so long before this: with a third of the time left. */
const warnDays = 14
const warnShare = 0.2

/** What Node says about a certificate, and what to do. */
const problems: Readonly<Record<string, { readonly says: string; readonly fix: string }>> = {
  CERT_HAS_EXPIRED: {
    says: 'has expired',
    fix: 'Renew the certificate, and find out why it was not renewed automatically.',
  },
  CERT_NOT_YET_VALID: { says: 'is not valid yet', fix: 'Check whether the clock of this machine is right.' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'is for a different name',
    fix: 'Get a certificate for the host name of BASE_URL.',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    says: 'comes without its intermediate certificates',
    fix: 'Give the proxy the whole chain (often called fullchain.pem).',
  },
}

const untrusted = {
  says: 'is not from an authority that browsers know',
  fix: 'Get a certificate from a public authority, such as Let’s Encrypt; Caddy does so automatically.',
}

interface Seen {
  readonly certificate: PeerCertificate
  /** Null: a browser trusts it. */
  readonly problem: string | null
}

/** Whether browsers accept the certificate of the address, and for how long. `isRunning`: a service runs here. */
export async function examineCertificate(baseUrl: string | null, isRunning: boolean, now: Date): Promise<Finding> {
  if (baseUrl === null || !baseUrl.startsWith('https:')) return skipped('BASE_URL is not https.')
  const { hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    return judgeCertificate(await readCertificate(host, Number(port || 443)), host, now)
  } catch (error) {
    const says = `There is no certificate at ${host}, port ${port || '443'} (${reasonOf(error)}).`
    if (reasonOf(error) === 'ENOTFOUND' || !isRunning) return skipped(says)
    return failed(says, 'Start the proxy that has the certificate, and open this port in the firewall.')
  }
}

function readCertificate(host: string, port: number): Promise<Seen> {
  return new Promise((resolve, reject) => {
    // The check judges the certificate itself, so that it can say more than "refused". It sends nothing.
    const options = { host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) }
    const socket = connect(options, () => {
      const problem = socket.authorized ? null : String(socket.authorizationError)
      resolve({ certificate: socket.getPeerCertificate(), problem })
      socket.destroy()
    })
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no reply in time')))
    socket.on('error', reject)
  })
}

export function judgeCertificate({ certificate, problem }: Seen, host: string, now: Date): Finding {
  if (problem !== null) {
    const known = Object.entries(problems).find(([code]) => problem.includes(code))?.[1] ?? untrusted
    return failed(`The certificate of ${host} ${known.says}.`, known.fix)
  }
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)]
  const days = Math.floor((to - now.getTime()) / dayMs)
  const issuer = [certificate.issuer.O].flat()[0] ?? 'its authority'
  const says = `The certificate of ${host} from ${issuer} is valid for ${counted(days, 'more day')}.`
  const isLate = to - now.getTime() < Math.min(warnDays * dayMs, warnShare * (to - from))
  return isLate ? warning(says, 'Find out why it was not renewed: read the log of the proxy or of certbot.') : ok(says)
}
