import { escaped } from './html.ts'

/**
 * What a reader tells apart by its colour, with the tag around it. The tags are short, because a page of the reference
 * has hundreds of them. `docs.css` and `requests.css` have a rule for each.
 */
const tags = { comment: 'i class="c"', string: 'i', word: 'b', value: 'i class="v"' } as const
type Kind = keyof typeof tags
const kinds = Object.keys(tags) as Kind[]

const doubleQuoted = /"(?:[^"\\\n]|\\.)*"/
const singleQuoted = /'(?:[^'\\\n]|\\.)*'/
const value = /\b(?:true|false|null|None|nil|undefined|\d+(?:\.\d+)?)\b/
const keywords = words(
  'as async await break case catch class const continue def default defer do each echo elif else elsif end except ' +
    'export extends final finally for foreach from func function if import in interface let match module new not of ' +
    'package private public raise require return static switch throw try type unless use var void while with yield',
)

/** Names of fields stay plain. They are half of all tokens, and a page with 60 KB has no room for their tags. */
const jsonString = /(?<=[:[,{]\s*)"(?:[^"\\\n]|\\.)*"(?!\s*:)/
const json = grammar({ string: jsonString, value: /(?<=[:[,]\s*)(?:true|false|null|-?\d+(?:\.\d+)?)\b/ })
const braces = grammar({
  comment: /\/\*[^]*?\*\/|(?<!:)\/\/.*/,
  string: either(doubleQuoted, singleQuoted, /`(?:[^`\\]|\\.)*`/),
  word: keywords,
  value,
})
const hashes = grammar({
  comment: /(?<!\S)#.*/,
  string: either(doubleQuoted, singleQuoted),
  word: either(/^[ -]*[\w.-]+(?=:(?:\s|$))/, keywords),
  value,
})
const shell = grammar({
  comment: /(?<!\S)#.*/,
  // A body in single quotes goes on over several lines.
  string: /"(?:[^"\\]|\\[^])*"|'[^']*'/,
  // A command begins a line that continues no other, or follows a pipe or a bracket.
  word: /(?<=(?:^|[|;&(])[ \t]*)(?<!\\\n[ \t]*)\b(?:[A-Z_]+(?==)|[a-z][\w.-]*(?= |$))|\$\{?\w+\}?/,
})
const http = grammar({
  word: /^(?:GET|POST|DELETE|PUT|PATCH)(?= )|^[\w-]+(?=: )/,
  string: jsonString,
})
const markup = grammar({ comment: /<!--[^]*?-->/, string: doubleQuoted, word: /<\/?[a-z][\w-]*|\/?>/ })

/** By the first word of a code block's info string. A language that is not here has no colours. */
const grammars: ReadonlyMap<string, RegExp> = new Map([
  ['json', json],
  ['js', braces],
  ['ts', braces],
  ['go', braces],
  ['java', braces],
  ['php', braces],
  ['python', hashes],
  ['ruby', hashes],
  ['yaml', hashes],
  ['sh', shell],
  ['http', http],
  ['html', markup],
])

/** Code as HTML, with its comments, strings, words and values marked. Everything else is escaped and stays as it is. */
export function highlighted(code: string, language: string): string {
  const pattern = grammars.get(language)
  if (!pattern) return escaped(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(pattern)) {
    html += escaped(code.slice(end, match.index)) + coloured(match)
    end = match.index + match[0].length
  }
  return html + escaped(code.slice(end))
}

function coloured({ 0: text, groups = {} }: RegExpMatchArray): string {
  const kind = kinds.find((each) => groups[each] !== undefined) ?? 'word'
  return `<${tags[kind]}>${escaped(text)}</${tags[kind].charAt(0)}>`
}

/** One pattern with a named group for each kind. At one place, the kind that is listed first is found. */
function grammar(patterns: Readonly<Partial<Record<Kind, RegExp>>>): RegExp {
  const groups = Object.entries(patterns).map(([kind, { source }]) => `(?<${kind}>${source})`)
  return new RegExp(groups.join('|'), 'gm')
}

function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

function words(list: string): RegExp {
  return new RegExp(`(?<![\\w.$])(?:${list.replaceAll(' ', '|')})(?![\\w:])`)
}
