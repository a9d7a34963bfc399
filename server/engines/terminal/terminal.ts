/** Whether an operator reads standard output. Otherwise a program does. */
export const inTerminal = process.stdout.isTTY

/** Prints progress for an operator at a terminal. Programs get the log instead. */
export function printStep(text: string): void {
  if (inTerminal) process.stdout.write(`  ${text} …\n`)
}
