import { readFileSync, statSync } from 'node:fs'
import { ipVersion } from './address-classes.ts'

/** How long a change of the file may go unnoticed. */
const recheckMs = 1_000

type Hosts = ReadonlyMap<string, readonly string[]>

/** The names of a hosts file, such as `/etc/hosts`. It follows changes of the file. */
export class HostsFile {
  readonly #path: string
  #version = ''
  #hosts: Hosts = new Map()
  #checkedAt = -Infinity

  constructor(path: string) {
    this.#path = path
  }

  /** The addresses of a name in lower case. Empty when the file does not list it, or cannot be read. */
  addressesOf(name: string): readonly string[] {
    if (performance.now() - this.#checkedAt >= recheckMs) this.#check()
    return this.#hosts.get(name) ?? []
  }

  #check(): void {
    this.#checkedAt = performance.now()
    try {
      const { mtimeMs, size, ino } = statSync(this.#path)
      const version = `${mtimeMs} ${size} ${ino}`
      if (version === this.#version) return
      this.#hosts = parseHosts(readFileSync(this.#path, 'utf8'))
      this.#version = version
    } catch {
      this.#hosts = new Map()
      this.#version = ''
    }
  }
}

/** Each line is an address and its names: `127.0.0.1 localhost loopback # a comment`. */
function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (ipVersion(address) === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), address])
    }
  }
  return hosts
}
