import { spawn } from 'node:child_process'

// Runs a command in a pseudo terminal: `node terminal.ts COMMAND`. Standard input is the keyboard, standard output the
// screen.
const [command = 'true'] = process.argv.slice(2)
const child = spawn('script', ['-qfec', command, '/dev/null'], { stdio: 'inherit' })
// As when the user closes the window.
process.on('SIGTERM', () => child.kill('SIGKILL'))
child.on('close', (code) => process.exit(code ?? 1))
