import { marked, type Tokens } from 'marked'

/** A block of code on a page. `marks` are the words after its language: a file name, or how to run the block. */
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

/** The name of the file that a reader saves this block as. */
export function fileNameOf({ marks }: CodeBlock): string | undefined {
  return marks.find((mark) => mark.includes('.'))
}

/** Whether the block is marked as one that a test cannot run. The text around it says why. */
export function isNotRun({ marks }: CodeBlock): boolean {
  return marks.includes('no-run')
}

/** The error that a call shows, from a comment such as `# answers 409 idempotency_conflict`. */
export function errorOf({ language, text }: CodeBlock): { status: string; code: string } | null {
  const [, status = '', code = ''] = (language === 'sh' && /^# answers (\d{3}) (\w+)$/m.exec(text)) || []
  return status === '' ? null : { status, code }
}

/** Whether the code runs on a page that has loaded the form's script. */
export function isForBrowser({ language, text }: CodeBlock): boolean {
  return language === 'js' && /^(ServicePay\.checkout\(|for .*\n  ServicePay\.checkout\()/.test(text)
}
