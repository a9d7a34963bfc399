import { execFile, execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { guides } from '../../server/pages/docs/guides/guides.ts'
import { allOperations } from '../../server/pages/docs/reference/contract.ts'
import { languageExamples } from '../../server/pages/docs/reference/language-examples.ts'
import { signatureHeader } from '../../server/webhooks/signing.ts'
import { sampleSecret } from '../../spec/lib/sample-secret.ts'
import { docsContext } from '../docs/docs-context.ts'
import { factsFor } from '../docs/example-facts.ts'
import { codeBlocksOf, fileNameOf } from '../docs/guides/code-blocks.ts'
import { sharedService } from '../support/shared-service.ts'

// The examples in other languages, run by their own programs where this machine has them.

const page = guides.find(({ path }) => path === 'other-languages')
const blocks = codeBlocksOf(page?.markdown(docsContext('https://pay.example', null)) ?? '')

const textOf = (name: string): string => blocks.find((block) => fileNameOf(block) === name)?.text ?? ''

/** For each example: what calls its function with standard input and two arguments, and the command that runs both. */
const languages = {
  python: {
    file: 'verify.py',
    end: 'import sys\nprint(str(is_from_service(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2])).lower())',
    command: ['python3', 'verify.py'],
  },
  php: {
    file: 'verify.php',
    end: "echo is_from_service(file_get_contents('php://stdin'), $argv[1], $argv[2]) ? 'true' : 'false';",
    command: ['php', 'verify.php'],
  },
  ruby: {
    file: 'verify.rb',
    end: 'puts from_service?($stdin.read, ARGV[0], ARGV[1])',
    command: ['ruby', 'verify.rb'],
  },
  go: {
    file: 'verify.go',
    end:
      'func main() {\n\tbody, _ := io.ReadAll(os.Stdin)\n' +
      '\tfmt.Println(isFromService(body, os.Args[1], os.Args[2]))\n}',
    start: ['import (', 'import (\n\t"fmt"\n\t"io"\n\t"os"'],
    command: ['go', 'run', 'verify.go'],
  },
  java: {
    file: 'Verify.java',
    end: '',
    start: [
      'class Verify {',
      'class Verify {\n  public static void main(String[] words) throws Exception {\n' +
        '    System.out.println(isFromService(System.in.readAllBytes(), words[0], words[1]));\n  }',
    ],
    command: ['java', 'Verify.java'],
  },
} as const

for (const [language, example] of Object.entries(languages))
  t.test(`the example in ${language} verifies a delivery`, skipWithout(example.command[0]), async (t) => {
    const [from, to] = 'start' in example ? example.start : ['', '']
    const text = textOf(example.file)
    t.ok(text !== '' && text.includes(from), 'the page has the example')
    const folder = t.testdir({ [example.file]: `${text.replace(from, () => to)}\n${example.end}\n` })
    const [program, ...words] = example.command
    const said = (body: string, header: string, secret = sampleSecret): string =>
      execFileSync(program, [...words, header, secret], {
        cwd: folder,
        input: body,
        encoding: 'utf8',
        env: { ...process.env, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' },
      }).trim()
    const body = '{"id":"evt_1","name":"Zoë 🎟"}'
    const now = new Date()
    const header = signatureHeader(sampleSecret, now, body)
    t.equal(said(body, header), 'true')
    t.equal(said(`${body} `, header), 'false', 'a changed body')
    t.equal(said(body, header, `${sampleSecret}0`), 'false', 'another secret')
    t.equal(said(body, signatureHeader(sampleSecret, new Date(now.getTime() - 400_000), body)), 'false', 'too old')
    t.equal(said(body, ''), 'false', 'no header')
  })

const files = { python: 'call.py', php: 'call.php', ruby: 'call.rb', go: 'call.go', java: 'Call.java' } as const
const calls = allOperations.filter((operation) => languageExamples(operation, docsContext('', null)).length > 0)

t.test('the reference has the calls of every integration in each language', async (t) => {
  t.same(calls.map(({ id }) => id).sort(), [
    'createCheckoutSession',
    'refundCheckoutSession',
    'retrieveCheckoutSession',
  ])
})

for (const [language, file] of Object.entries(files) as [keyof typeof files, string][]) {
  const [program] = languages[language].command
  t.test(`the calls of the reference run in ${language}`, skipWithout(program), async (t) => {
    const service = await sharedService()
    t.teardown(() => service.stop())
    for (const operation of calls) {
      const example = languageExamples(operation, docsContext(service.baseUrl, null)).find(
        (one) => one.language === language,
      )
      const folder = t.testdir({ [file]: example?.source ?? '' })
      const facts = await factsFor(service, operation.id, service.secretKey)
      // Without blocking this process, which has the service.
      const run = promisify(execFile)(program, language === 'go' ? ['run', file] : [file], {
        cwd: folder,
        env: { ...process.env, ...facts, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' },
      })
      const { stdout } = await run
      t.match(stdout, /(cs_test|re)_\w+/, operation.id)
    }
  })
}

t.test('the example in Python follows paid orders without an address', skipWithout('python3'), async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const folder = t.testdir({})
  writeFileSync(join(folder, 'follow.py'), textOf('follow.py'))
  const created = await service.call('POST', '/v1/checkout/sessions', {
    amount: 2500,
    currency: 'GBP',
    reference: 'order-1001',
  })
  const follower = spawn('python3', ['follow.py'], {
    cwd: folder,
    env: { ...process.env, SERVICEPAY_BASE_URL: service.baseUrl, SERVICEPAY_SECRET_KEY: service.secretKey },
  })
  t.teardown(() => follower.kill())
  // Nothing says when the program has asked for the newest event, so sessions are paid until it prints one.
  let output = ''
  follower.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await payUntil(t, service, String(created.body['id']), () => output !== '')
  t.match(output, /^ship the goods of order-/)
})

async function payUntil(
  t: Test,
  service: Awaited<ReturnType<typeof sharedService>>,
  first: string,
  isDone: () => boolean,
): Promise<void> {
  const pay = (id: string) => service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`)
  await pay(first)
  for (let count = 0; !isDone() && count < 200; count++) {
    const { body } = await service.call('POST', '/v1/checkout/sessions', {
      amount: 2500,
      currency: 'GBP',
      reference: `order-${count}`,
    })
    await pay(String(body['id']))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  t.ok(isDone(), 'the program has printed an order')
}

function skipWithout(program: string): { skip: string | false } {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return { skip: false }
  } catch {
    return { skip: `${program} is not installed here` }
  }
}
