/**
 * A destination for the lines of a log. It writes the lines of each pass of the event loop together, because a system
 * call for each line costs more than the line.
 */
export function gatheredLines(write: (text: string) => void): { write(line: string): void } {
  let gathered = ''
  const flush = (): void => {
    const text = gathered
    gathered = ''
    if (text !== '') write(text)
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      if (gathered === '') setImmediate(flush)
      gathered += line
    },
  }
}
