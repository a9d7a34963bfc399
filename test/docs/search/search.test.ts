import { brotliCompressSync } from 'node:zlib'
import t from 'tap'
import { allPages } from '../../../server/pages/docs/all-pages.ts'
import { renderMarkdown } from '../../../server/pages/docs/render-markdown.ts'
import { letterOf, searchIn, type SearchIndex } from '../../../server/pages/docs/search/find.ts'
import { makeSearchIndex, sectionsOf } from '../../../server/pages/docs/search/make-index.ts'
import { synonyms } from '../../../server/pages/docs/search/synonyms.ts'
import { stem, wordsOf } from '../../../server/pages/docs/search/words.ts'
import { docsContext } from '../docs-context.ts'
import { questions } from './questions.ts'

const context = docsContext('https://pay.example', 'sk_test_public_demo')
const index = await makeSearchIndex(allPages, context)
const search = searchIn(index)
const firstPage = (question: string): string | undefined => search(question).found[0]?.path

/** A search of this much work takes a few milliseconds, also on a phone. */
const mostWork = 40_000

t.test('the first result of each question is the page that answers it', async (t) => {
  t.ok(questions.length >= 50)
  for (const [question, page] of questions) t.equal(firstPage(question), page, question)
})

t.test('no question makes the search work long', async (t) => {
  const words = index.words.split(' ')
  const commonest = [...index.places.split(' ').entries()]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 30)
    .map(([at]) => words[at] ?? '')
  const worst = [
    ...questions.map(([question]) => question),
    commonest.join(' '),
    'qwertz yxcvbn asdfgh poiuzt lkjhgf mnbvcx qayxsw edcvfr tgbnhz ujmkio lopikj zhnuji',
    'a.b_c.d_e.f_g.h_'.repeat(1_000),
    'x'.repeat(1_000_000),
  ]
  for (const question of worst) t.ok(search(question).work <= mostWork, question.slice(0, 40))
})

t.test('one wrong, missing, surplus or swapped letter still finds the page', async (t) => {
  for (const typed of ['idempotency', 'idempotenci', 'idempotncy', 'idempotenncy', 'idmepotency'])
    t.equal(firstPage(typed), 'idempotency', typed)
  t.same(search('zzzzzz').found, [], 'a word that is near none finds nothing')
})

t.test('a beginning of the last word finds what it can become, and that of another word does not', async (t) => {
  t.equal(firstPage('kubern'), firstPage('kubernetes'))
  t.same(search('kuber ').found, search('kuber').found, 'a space at the end changes nothing')
  t.equal(firstPage('fail_nothing webho'), 'webhooks')
})

t.test('code is found as it is written, and in the writing of other languages', async (t) => {
  t.same(search('successUrl').found, search('success_url').found)
  const [first] = search('createCheckoutSession').found
  t.same(first && [first.path, first.anchor], ['api/checkout-sessions', 'createCheckoutSession'])
  for (const [name, page] of [
    ['rate_limited', 'errors'],
    ['session.completed', 'events'],
    ['card_declined', 'failure-codes'],
  ] as const) {
    const [found] = search(name).found
    t.same(found && [found.path, found.anchor], [page, name])
  }
})

t.test('questions that nothing answers find nothing', async (t) => {
  for (const question of [
    '',
    '  ',
    'the',
    '日本語',
    'ウェブフック',
    '%',
    '((((',
    '\\',
    '\u0000',
    '🎟',
    '=',
    'A1'.repeat(9),
  ])
    t.same(search(question).found, [], question)
  t.ok(search('<script>alert(1)</script>').found.length > 0, 'markup is text')
})

t.test('a page appears once, and no more than eight are found', async (t) => {
  const paths = search('payment session webhook refund').found.map(({ path }) => path)
  t.equal(paths.length, 8)
  t.equal(new Set(paths).size, 8)
})

t.test('the anchors of the sections are those of the page', async (t) => {
  for (const page of allPages) {
    const markdown = page.markdown(context)
    t.same(
      sectionsOf(markdown).map(({ anchor, heading }) => [anchor, heading]),
      [['', ''], ...renderMarkdown(markdown, '').headings.map(({ id, text }) => [id, text])],
      page.path,
    )
  }
})

t.test('forms of one word are equal, and others are not', async (t) => {
  for (const forms of [
    ['refund', 'refunds', 'refunded', 'refunding'],
    ['expire', 'expires', 'expired', 'expiring'],
    ['cancel', 'cancelled', 'canceled', 'cancelling'],
    ['retry', 'retries', 'retried'],
    ['create', 'creates', 'creation', 'creating'],
    ['authorise', 'authorize', 'authorized'],
  ])
    t.equal(new Set(forms.map(stem)).size, 1, forms.join())
  t.equal(new Set(['address', 'add', 'pass', 'past', 'status', 'state', 'api', 'key'].map(stem)).size, 8)
  t.same(wordsOf('The client_secret, e.g. sk_1!'), [
    'the',
    'client_secret',
    'client',
    'secret',
    'e.g',
    'e',
    'g',
    'sk_1',
    'sk',
    '1',
  ])
  t.same(wordsOf('Zoë’s WEBHOOKS'), ['zoe', 's', 'webhook'])
})

t.test('every synonym leads to words that the documentation has', async (t) => {
  const known = new Set(index.words.split(' '))
  const stopped = new Set(index.stop.split(' '))
  for (const [theirs, ours] of Object.entries(synonyms)) {
    t.same(
      wordsOf(ours).filter((word) => !known.has(word) && !stopped.has(word)),
      [],
      theirs,
    )
    t.ok(search(theirs).found.length > 0, theirs)
  }
})

t.test('the index is small enough for a phone', async (t) => {
  const text = JSON.stringify(index)
  const compressed = brotliCompressSync(text).length
  t.ok(compressed < 60_000, `${compressed} bytes compressed`)
  t.ok(text.length < 140_000, `${text.length} bytes`)
})

t.test('a word counts in a section as its letter says, and a word with the same meaning a little less', async (t) => {
  const small: SearchIndex = {
    pages: [
      ['one', 'One', [['', '']]],
      [
        'two',
        'Two',
        [
          ['', ''],
          ['more', 'More'],
        ],
      ],
    ],
    words: 'apple bill fruit pear',
    places: `${letterOf(1)}1${letterOf(3)} =fruit 3${letterOf(2)} 2${letterOf(9)}`,
    phrases: { 'golden delicious': 'apple' },
    stop: 'the',
  }
  const found = searchIn(small)
  const paths = (question: string): string[] => found(question).found.map(({ path, anchor }) => `${path}#${anchor}`)
  t.same(paths('the apple'), ['two#', 'one#'])
  t.same(paths('bill'), ['two#more'])
  t.same(paths('Golden Delicious'), ['two#', 'one#'])
  t.same(paths('the'), [])
})
