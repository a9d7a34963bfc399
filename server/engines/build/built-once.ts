import { keep, keptFile, readKept } from './kept.js'

/** What `make` builds from these files and folders of the project, as JSON. An earlier start may have built it. */
export async function builtOnce<Content>(
  name: string,
  sources: readonly string[],
  make: () => Promise<Content>,
): Promise<Content> {
  const file = keptFile(name, sources)
  const kept = readKept(file)
  if (kept) return JSON.parse(kept.toString()) as Content
  const made = await make()
  keep(file, JSON.stringify(made))
  return made
}
