import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { root } from './source-files.ts'

export interface Comment {
  /** From the top of the project, with slashes. */
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Joins the lines of a comment with one space each. */
export function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ')
}

/**
 * The comments of the code in some folders, of files whose text matches one of the patterns. Parsing is slow, so the
 * other files are not parsed. Lines of `//` that follow each other are one comment.
 */
export function commentsIn(folders: readonly string[], patterns: readonly RegExp[]): Comment[] {
  const paths = globSync(`{${folders.join(',')}}/**/*.{ts,cts,js,cjs,tsp,css}`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.d.ts'],
  })
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(`${root}/${path}`, 'utf8')
      const joined = joinLines(text)
      return patterns.some((pattern) => joined.search(pattern) >= 0) ? commentsOf(path, text) : []
    })
}

interface Range {
  readonly start: number
  readonly end: number
}

function commentsOf(file: string, text: string): Comment[] {
  const joined: Range[] = []
  for (const range of /\.(tsp|css)$/.test(file) ? rangesByPattern(text) : rangesByCompiler(file, text)) {
    const last = joined.at(-1)
    const isNextLine = last && /^\/\/[^\n]*\n[ \t]*\/\/$/.test(text.slice(lineStart(text, last.end), range.start + 2))
    if (isNextLine) joined.splice(-1, 1, { start: last.start, end: range.end })
    else joined.push(range)
  }
  return joined.map(({ start, end }) => ({
    file,
    line: text.slice(0, start).split('\n').length,
    text: text.slice(start, end),
  }))
}

/** Where the text of a line begins, given a position in it. */
function lineStart(text: string, position: number): number {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return start + text.slice(start).search(/\S|$/)
}

function rangesByCompiler(file: string, text: string): Range[] {
  const ranges = new Map<number, Range>()
  const collect = (found: readonly ts.CommentRange[] = []): void => {
    for (const { pos, end } of found) ranges.set(pos, { start: pos, end })
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    collect(ts.getLeadingCommentRanges(text, node.pos))
    collect(ts.getTrailingCommentRanges(text, node.end))
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...ranges.values()].sort((a, b) => a.start - b.start)
}

/** Block comments, and whole lines of `//`, in languages that the TypeScript compiler cannot parse. */
function rangesByPattern(text: string): Range[] {
  return [...text.matchAll(/\/\*[^]*?\*\/|(?<=^[ \t]*)\/\/.*$/gm)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}
