import { marked } from 'marked'
import type { Tokens } from 'marked'

/** A block of code of a page, with what stands after its language: a file's name, or how it is to be run. */
export interface CodeBlock {
  readonly language: string
  readonly marks: readonly string[]
  readonly text: string
}

/** The blocks of code of a Markdown text, in order. */
export function codeBlocksOf(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type !== 'code') return
    const { lang = '', text } = token as Tokens.Code
    const [language = '', ...marks] = lang.split(/\s+/)
    blocks.push({ language, marks, text })
  })
  return blocks
}

/** The file that a block is to be saved as. */
export function fileNameOf({ marks }: CodeBlock): string | undefined {
  return marks.find((mark) => mark.includes('.'))
}

/** Marked so where it cannot be run here; the text around it says why. */
export function isNotRun({ marks }: CodeBlock): boolean {
  return marks.includes('no-run')
}

/** A call that shows an error begins with a line such as `# answers 409 idempotency_conflict`. */
export function errorOf({ language, text }: CodeBlock): { status: string; code: string } | null {
  const [, status = '', code = ''] = (language === 'sh' && /^# answers (\d{3}) (\w+)$/m.exec(text)) || []
  return status === '' ? null : { status, code }
}

/** Code of a page that has loaded the form's script. */
export function isForBrowser({ language, text }: CodeBlock): boolean {
  return language === 'js' && /^(ServicePay\.checkout\(|for .*\n  ServicePay\.checkout\()/.test(text)
}
