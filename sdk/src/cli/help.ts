import type { CommandName } from './arguments.ts'
import { eventTypes } from './event-types.ts'

const sharedHelp = `Options of every command
  --key <sk_…>           your secret key. Prefer SERVICEPAY_SECRET_KEY, which keeps it out of the shell's history.
                         Without either, the command uses the account of \`servicepay signup\`
  --base-url <address>   the address of your service; or SERVICEPAY_BASE_URL. Default http://localhost:3000
  --state-dir <folder>   the folder for positions, the signing secret and the account; or SERVICEPAY_STATE_DIR.
                         Default servicepay in XDG_STATE_HOME (~/.local/state)
  --json                 print JSON for programs instead of text; an error is {"error": {code, message, fix, …}}
  --help                 explain a command

Exit codes: 0 success, 1 the service or this machine refused, 2 the arguments are wrong, 3 the service cannot be
reached, 130 ended by Ctrl-C. Ctrl-C is the normal way to stop \`listen\` and
\`logs tail\`, which then exit with 0.`

const overview = `servicepay: card payments from the command line

  servicepay signup --email you@example.com                     get a test account
  servicepay open                                               see a checkout and pay it with a test card
  servicepay listen --forward-to http://localhost:4242/webhooks receive webhooks on your own machine
  servicepay trigger session.completed                          trigger an event
  servicepay situation dispute-third-week                       set up a situation in your account
  servicepay events resend evt_…                                send an event again
  servicepay logs tail                                          show the requests to the service
  servicepay status                                             show the settings, and whether they work
  servicepay doctor                                             find out what does not work, and what to do about it
  servicepay fixtures order.json                                make the calls of a file
  servicepay completion bash                                    print a script that completes commands in your shell
  servicepay help <command>                                     explain a command

Begin with \`signup\` and \`open\`. Then run \`listen\` in one terminal and \`trigger\` in another.

${sharedHelp}
`

const listen = `servicepay listen --forward-to <address>: receive webhooks on your own machine

Forwards the events of your account to an address that only your machine can reach, with the same body and headers as
the service's own deliveries and signed with its own secret. The secret is printed at the start and never changes, so
you configure your program only once. \`listen\` needs no webhook address at the service and does not change one that is
set.

  servicepay listen --forward-to localhost:4242/webhooks
  servicepay listen --forward-to localhost:4242/webhooks --events session.completed,session.refunded
  servicepay listen --forward-to localhost:4242/webhooks --since 2026-11-21T10:00:00Z
  export WEBHOOK_SECRET=$(servicepay listen --print-secret)

  --forward-to <address>   the receiver; any 2xx reply within 15 seconds counts as received. A port alone (4242)
                           is a port of this machine; other machines need the scheme (http://web:3000)
  --events <a,b>           forward only these events and skip others
  --since <where>          start with an event (evt_…), at a time (2026-11-21T10:00:00Z, UTC unless it names a zone) or
                           on a day (2026-11-21, from midnight UTC), or \`now\`
  --give-up-after <n>      skip an event after n failed attempts (default: never). Without it, an event that your
                           program never accepts keeps all later events waiting
  --insecure               accept any certificate, also a self-signed one; only for an address of this machine
  --print-secret           print the signing secret and exit

It loses no events. The first time, it starts with the events from now on. After that it continues where it stopped,
even after a restart, a lost connection or an outage of the service. It keeps a position for each account, mode and
address.
It keeps the order. If your program does not accept an event, it retries the event after 1, 2, 4, 8 and then every 10
seconds, and later events wait. So fix your program and leave \`listen\` running. It saves its position after each
delivery. After a crash, at most one event arrives twice, with the same id: skip ids that you have handled.
While it runs, it also forwards each event that you resend with \`servicepay events resend\`, by API or in the
dashboard, within a few seconds. This needs no webhook address at the service.
It prints a line for each delivery: time, event, id, → the status of your program and the beginning of its answer,
duration. Ctrl-C stops it after the
current delivery.

${sharedHelp}
`

const trigger = `servicepay trigger <event>: trigger an event

Performs the real steps in test mode, for example creating, paying and refunding a session. So the event is a real one,
and its session exists. Waits for the event and prints it; with --json it prints nothing else.

  servicepay trigger session.completed
  servicepay trigger session.refunded --session cs_test_…
  servicepay trigger session.completed --reference order-4711 --metadata customer=42 --metadata source=app
  servicepay trigger session.completed --json | jq .data.id

  --session <id>           your own session; the command performs only the last step on it. It must be ready for that:
                           open for completed, failed and expired; paid for refunded, disputed and duplicate_refunded;
                           paid with the test card refund_pending or refund_failed for refund_failed; disputed for
                           dispute_closed and dispute_lost; the checkout of a link for the events of links
  --reference <text>       the reference of the session or link that the command creates
  --metadata <key=value>   its metadata; repeat the option for more keys

Events
${Object.entries(eventTypes)
  .filter(([name]) => name !== 'test.ping')
  .map(([name, when]) => `  ${name.padEnd(32)}${when}`)
  .join('\n')}

The command cannot trigger \`test.ping\`. Use the test button of the dashboard, or ask the operator to run
npm run account -- <merchant_id> --ping test.

${sharedHelp}
`

const open = `servicepay open: show the hosted page of a session

Creates a session or uses one of yours, prints the address of its page and opens a browser if there is one.
In test mode, pay with 4012 0000 0006 0085, any future expiry date and any three digits.

  servicepay open
  servicepay open --amount 990 --currency EUR
  servicepay open --session cs_test_… --no-browser

  --session <id>           this session instead of a new one
  --amount <n>             in the smallest unit: 2500 is 25.00 GBP (default 2500)
  --currency <code>        three letters (default GBP)
  --no-browser             only print the address

Give the address only to the customer: anyone who has it can see and pay this checkout.

${sharedHelp}
`

const signup = `servicepay signup: get a test account

Needs no key. Writes the new secret key to account.env in the state folder, which only you can read, and does not show
it. All commands find the key there, and your own program can use it too:

  servicepay signup --email you@example.com
  node --env-file ~/.local/state/servicepay/account.env server.js

  --email <address>        if missing, the command asks for it in a terminal
  --business-name <name>   the name that your customers see

${sharedHelp}
`

const events = `servicepay events resend <id>: send an event again

The service sends the event to the webhook address of your account again, with the whole retry schedule. Each running
\`servicepay listen\` forwards it too, also when the account has no address.

  servicepay events resend evt_…

${sharedHelp}
`

const situation = `servicepay situation <name>: set up a situation in your account

Makes payments, refunds, disputes or links in test mode, beside what the account has, and prints their ids. A story that
takes days moves the time of the account forward. Without a name it lists all situations.

  servicepay situation
  servicepay situation dispute-third-week
  servicepay situation partial-refunds --json | jq -r .ids.session

Each call makes everything again. If a step fails, the command prints what the account has, and exits with 1.

${sharedHelp}
`

const logs = `servicepay logs tail: show the requests to the service

Prints the last ten requests of your account, and then each new one about two seconds after its reply: time, status,
request, error code, (parameter), id of the request, duration. In test mode these are all requests, also those of the
form in a browser. In live mode they are those that failed, and the others only if the operator records them. The
dashboard shows both bodies of a request and what followed, at /dashboard/requests/<id>. Ctrl-C stops the command.

  --failed   only the requests that failed

  servicepay logs tail
  servicepay logs tail --failed
  servicepay logs tail --json | jq .code

${sharedHelp}
`

const status = `servicepay status: show the settings, and whether they work

Shows the service and its response time, the source and mode of the key, the newest event and the position of each
listener.

  servicepay status
  servicepay status --json | jq .newest_event

${sharedHelp}
`

const doctor = `servicepay doctor: find out what does not work

Checks the address, the clock of this machine, the key and the webhook address, and says for each problem what to do. It
sends one request without a signature to your webhook address: your program has to refuse it. Exits with 1 if anything
does not work.

  servicepay doctor
  servicepay doctor --json | jq '.checks[]'

${sharedHelp}
`

const fixtures = `servicepay fixtures <file>: make the calls of a file

Makes test data: the calls of a JSON file one after the other. Checks the whole file before the first call.

  servicepay fixtures order.json
  servicepay fixtures order.json --json | jq .id

The file has steps, in the format of the situations:

  {"steps": [
    {"call": "createCheckoutSession", "body": {"amount": 2500, "currency": "GBP"}, "as": "session"},
    {"call": "testPaySession", "id": "{{session.id}}"},
    {"wait": "2 days"},
    {"repeat": 3, "steps": [{"call": "refundCheckoutSession", "id": "{{session.id}}", "body": {"amount": 100}}]}
  ]}

  call     the name of the operation in /openapi.json, with \`id\`, and \`body\` or \`query\`
  as       a name for the result: later steps write {{name.field}}
  wait     moves the time of the account: "15 days", "2 hours 30 minutes", "until Tuesday"
  repeat   does its \`steps\` so many times; {{round}} is the number of the round

${sharedHelp}
`

const completion = `servicepay completion <shell>: complete commands in your shell

Prints a script for bash, zsh or fish that completes commands, options and events.

  servicepay completion bash >> ~/.bashrc
  servicepay completion zsh > "\${fpath[1]}/_servicepay"
  servicepay completion fish > ~/.config/fish/completions/servicepay.fish

${sharedHelp}
`

const texts: Readonly<Record<CommandName, string>> = {
  help: overview,
  listen,
  trigger,
  open,
  signup,
  events,
  situation,
  logs,
  status,
  doctor,
  fixtures,
  completion,
}

export function helpOf(command: CommandName): string {
  return texts[command].trimEnd()
}
