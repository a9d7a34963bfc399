/** Whether a host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || /^([a-z0-9-]+\.)*localhost$/.test(hostname)
}

/** Whether only this machine reaches what listens on an address. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host.includes(':') ? `[${host}]` : host)
}
