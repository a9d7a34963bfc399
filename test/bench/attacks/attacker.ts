import { connect, type Socket } from 'node:net'
import { attacks, type AttackName, type Attacked, type Attack } from './attacks.ts'
import { httpRequest } from '../load.ts'
import { ReplyReader } from './reply-reader.ts'

// A process of its own for the attackers, so that the healthy merchant's clock is not slowed by them. Its arguments are
// the name of the attack and what it attacks.

/** The most requests a second that one process sends. An attack must not win by starving the processors alone. */
const maxPerSecond = 2_000

const [name = '', attacked = ''] = process.argv.slice(2)
const target = JSON.parse(attacked) as Attacked
const attack: Attack = attacks[name as AttackName]
const statuses = new Map<string, number>()
let sent = 0
let index = 0

const addresses = Array.from({ length: attack.addresses ?? 1 }, (_, index) => attackerAddress(index))
for (let index = 0; index < attack.connections; index++) open(addresses[index % addresses.length] ?? '127.0.0.2')
setInterval(refill, 10).unref()

process.on('message', () => {
  process.send?.({ statuses: Object.fromEntries(statuses), sent })
})
process.on('disconnect', () => process.exit(0))

/** Requests that may be sent now. The timer adds to it, at the pace of the attack. */
let allowance = 0
const waiting = new Set<() => void>()

function refill(): void {
  const perSecond = Math.min(attack.perSecond ?? maxPerSecond, maxPerSecond)
  allowance = Math.min(perSecond / 10, allowance + perSecond / 100)
  for (const send of [...waiting]) {
    if (allowance < 1) return
    waiting.delete(send)
    send()
  }
}

/** A connection that attacks until it is cut, and is then replaced. */
function open(address: string): void {
  const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: address, noDelay: true })
  const replies = new ReplyReader((status) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    send()
  })
  const send = (): void => {
    if (socket.destroyed) return
    if (allowance < 1) return void waiting.add(send)
    allowance--
    sent++
    write(socket)
  }
  socket.setEncoding('latin1')
  socket.on('connect', () => {
    if (attack.reads === false) socket.pause()
    send()
  })
  socket.on('data', (text: string) => replies.read(text))
  socket.on('error', () => statuses.set('broken', (statuses.get('broken') ?? 0) + 1))
  socket.on('close', () => {
    waiting.delete(send)
    setTimeout(() => open(address), 200)
  })
}

function write(socket: Socket): void {
  const { method, path, headers, body } = attack.request(target, index++)
  const request = httpRequest(method, path, headers ?? {}, body)
  if (attack.slowly === true) return dribble(socket, request)
  // Pipelined requests: the server must not answer without bound what this client never reads.
  socket.write(attack.reads === false ? request.repeat(200) : request)
}

/** One byte every two seconds. */
function dribble(socket: Socket, text: string): void {
  let index = 0
  const timer = setInterval(() => {
    if (socket.destroyed || index >= text.length) return clearInterval(timer)
    socket.write(text[index++] ?? '')
  }, 2_000)
}

function attackerAddress(index: number): string {
  return `127.1.${String(Math.floor(index / 250))}.${String((index % 250) + 1)}`
}
