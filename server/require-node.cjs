'use strict'
// npm runs this file before every script with the Node of the machine, so it must run on very old versions.
var needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    'Node ' +
      needed +
      ' or later is required, but this is Node ' +
      process.versions.node +
      ': ' +
      (process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64')
        ? 'run `npm ci` without `--omit=optional`, which installs Node ' + needed + ', then use the npm scripts.'
        : 'install Node ' + needed + ' or later from https://nodejs.org.'),
  )
  process.exit(1)
}
