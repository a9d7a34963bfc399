/** The mark of an entry that changes what an integration sees. */
const mark = '**Contract** '

/**
 * Sorts the entries of each version of a changelog by who reads them: an integrator first needs those that carry the
 * mark of the contract.
 */
export function changesByReader(changelog: string): string {
  // The heading for the next version may have no entry yet.
  const versions = changelog.split(/^(?=## )/m).filter((text) => /^## .*\n+\S/.test(text))
  return versions
    .map((text) => {
      const [title = '', ...sections] = text.trimEnd().split(/^(?=### )/m)
      const seen = sections.map((section) => entriesOf(section, true)).filter((section) => section !== '')
      const inside = sections.map((section) => entriesOf(section, false)).filter((section) => section !== '')
      return [
        title.trimEnd(),
        ...(seen.length > 0 ? ['### What an integration sees', ...seen] : []),
        ...(inside.length > 0 ? ['### Inside the service', ...inside] : []),
      ].join('\n\n')
    })
    .join('\n\n')
}

/** The entries of a section such as `### Added`, with or without the mark, below its name. */
function entriesOf(section: string, isMarked: boolean): string {
  const [heading = '', ...rest] = section.split('\n')
  const entries = rest
    .join('\n')
    .split(/^(?=- )/m)
    .filter((entry) => entry.startsWith('- ') && entry.includes(mark) === isMarked)
    .map((entry) => entry.trimEnd().replace(mark, ''))
  return entries.length > 0 ? `**${heading.replace('### ', '')}**\n\n${entries.join('\n')}` : ''
}
