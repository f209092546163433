import pino from 'pino'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { filesThatSay } from './told-files.ts'

// A process with a pool: <URL of the tasks> <loop|warm|let-go>. It prints `working` when a child process works on a
// file that never ends.

const [tasks = '', deed] = process.argv.slice(2)
const pool = createIsolationPool({ tasks: new URL(tasks), log: pino({ level: 'silent' }), children: 1 })
pool.warm()
if (deed === 'loop') {
  const work = pool.open(new AbortController().signal)
  for await (const { path } of work.run('do-as-told', filesThatSay(['count one', 'loop'])))
    process.stdout.write(`${path}\n`)
}
if (deed === 'let-go') {
  await pool[Symbol.asyncDispose]()
  process.stdout.write('let go\n')
}
