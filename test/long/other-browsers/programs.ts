import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The program that the variable names, else the first of these on PATH. */
export function findProgram(variable: string, names: readonly string[]): string | undefined {
  const chosen = process.env[variable]
  if (chosen) return chosen
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
