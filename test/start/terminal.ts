import { spawn } from 'node:child_process'

/* Runs the command in a pseudo terminal: `node terminal.ts COMMAND`. What comes in is typed, what goes out is the screen. */
const [command = 'true'] = process.argv.slice(2)
const child = spawn('script', ['-qfec', command, '/dev/null'], { stdio: 'inherit' })
// As when somebody closes the window.
process.on('SIGTERM', () => child.kill('SIGKILL'))
child.on('close', (code) => process.exit(code ?? 1))
