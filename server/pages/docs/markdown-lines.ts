export interface MarkdownLine {
  readonly line: string
  /** Whether the line belongs to a fenced code block. Its fences do too. */
  readonly isCode: boolean
}

/** The lines of a Markdown text. */
export function markdownLines(text: string): MarkdownLine[] {
  let fence: string | null = null
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const isCode = mark !== undefined || fence !== null
    if (mark !== undefined && fence === null) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    return { line, isCode }
  })
}
