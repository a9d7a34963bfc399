import type { CommandName } from './arguments.ts'
import { eventTypes } from './event-types.ts'

const everywhere = `Options of every command
  --key <sk_…>           your secret key; better SERVICEPAY_SECRET_KEY, which stays out of the shell's history.
                         Without either, the account that \`servicepay signup\` made
  --base-url <address>   your service; or SERVICEPAY_BASE_URL. Default http://localhost:3000
  --state-dir <folder>   where places, the signing secret and the account are kept; or SERVICEPAY_STATE_DIR.
                         Default servicepay in XDG_STATE_HOME (~/.local/state)
  --json                 JSON for programs instead of text; an error is {"error": {code, message, fix, …}}
  --help                 explains a command

It ends with 0 when all is well, 1 when the service (or this machine) said no, 2 when the command was not understood,
3 when the service cannot be reached, 130 after Ctrl-C (but \`listen\`, which is meant to be ended so, with 0).`

const overview = `servicepay: card payments from the command line

  servicepay signup --email you@example.com                     get a test account
  servicepay open                                               see a checkout and pay it with a test card
  servicepay listen --forward-to http://localhost:4242/webhooks get webhooks on your own machine
  servicepay trigger session.completed                          make an event happen
  servicepay status                                             what is set up, and whether it works
  servicepay help <command>                                     more on one of them

Begin with \`signup\` and \`open\`; then run \`listen\` in one terminal, and \`trigger\` in another.

${everywhere}
`

const listen = `servicepay listen --forward-to <address>: webhooks on your own machine

Forwards the events of your account to an address that only this machine can reach, as the service would deliver them:
the same body and headers, signed anew with a secret of its own. The secret is shown at the start and stays the same, so
put it into your program once. No webhook address needs to be set at the service, and one that is set is not touched.

  servicepay listen --forward-to localhost:4242/webhooks
  servicepay listen --forward-to localhost:4242/webhooks --events session.completed,session.refunded
  servicepay listen --forward-to localhost:4242/webhooks --since 2026-11-21T10:00:00Z
  export WEBHOOK_SECRET=$(servicepay listen --print-secret)

  --forward-to <address>   where to; any 2xx answer within 15 seconds counts as received
  --events <a,b>           only these events; others are passed over
  --since <where>          begin after an event (evt_…), at a time (2026-11-21T10:00:00Z), or \`now\`
  --give-up-after <n>      leave an event behind after n failed attempts, and go on (default: never)
  --print-secret           print the signing secret and end

Nothing is lost. The first time it begins with what happens from now on; after that it goes on where it stopped, also
over a restart, a lost connection, or a service that is away. Each account, mode and address has a place of its own.
Order is kept: an event that your program does not take is tried again after 1, 2, 4, 8 and then every 10 seconds, and
nothing overtakes it. So mend your program and leave this running. The place is saved after each delivery; after a crash
one event at the most comes twice, with the same id: skip ids that you have handled.
A line each: time, event, id, → what your program answered, how long it took. Ctrl-C ends it after the delivery under way.

${everywhere}
`

const trigger = `servicepay trigger <event>: make an event happen

Drives the real thing in test mode, step by step: creates a session, pays it, refunds it. So the event is as it will be,
and its session exists. It waits for the event and prints it; with --json nothing else.

  servicepay trigger session.completed
  servicepay trigger session.refunded --session cs_test_…
  servicepay trigger session.completed --json | jq .data.id

  --session <id>           a session of your own; only the last step is made on it. It must be ready for that:
                           open for completed, failed and expired; paid for refunded, disputed and duplicate_refunded;
                           disputed for dispute_closed; a link's checkout for the events of links

Events
${Object.entries(eventTypes)
  .map(([name, when]) => `  ${name.padEnd(32)}${when}`)
  .join('\n')}

\`test.ping\` cannot be triggered: the test button of the dashboard sends it, or the operator's command,
npm run account -- <merchant_id> --ping test.

${everywhere}
`

const open = `servicepay open: the hosted page of a session

Makes a session, or takes one of yours, prints the address of its page and opens the browser where there is one.
In test mode pay with 4012 0000 0006 0085, any future expiry and any three digits.

  servicepay open
  servicepay open --amount 990 --currency EUR
  servicepay open --session cs_test_… --no-browser

  --session <id>           this session instead of a new one
  --amount <n>             in the smallest unit: 2500 is 25.00 GBP (default 2500)
  --currency <code>        three letters (default GBP)
  --no-browser             only print the address

The address is for the customer: whoever has it can see and pay this checkout.

${everywhere}
`

const signup = `servicepay signup: get a test account

Needs no key. The new secret key is written into account.env in the state folder, readable for you alone, and is not
shown. All commands take it from there, and so can your program:

  servicepay signup --email you@example.com
  node --env-file ~/.local/state/servicepay/account.env server.js

  --email <address>        asked for in a terminal when it is missing
  --business-name <name>   what your customers see

${everywhere}
`

const status = `servicepay status: what is set up, and whether it works

Shows the service and how fast it answers, where the key comes from and its mode, the newest event, and how far each
listener has come.

  servicepay status
  servicepay status --json | jq .newest_event

${everywhere}
`

const texts: Readonly<Record<CommandName, string>> = { help: overview, listen, trigger, open, signup, status }

export function helpOf(command: CommandName): string {
  return texts[command].trimEnd()
}
