'use strict'
// Run before every script, by whatever Node the machine has: so only what the oldest ones understand.
var needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    'This needs Node ' +
      needed +
      ' or later, and this is ' +
      process.versions.node +
      ': ' +
      (process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64')
        ? 'run `npm ci` (with optional dependencies), which brings Node ' + needed + ', then use the npm scripts.'
        : 'install Node ' + needed + ' or later from https://nodejs.org.'),
  )
  process.exit(1)
}
