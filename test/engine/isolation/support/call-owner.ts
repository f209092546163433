import pino from 'pino'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'

// A process with a pool: <task of native-tasks.ts> <system calls, each as JSON>. It prints their results in a child
// process.

const [task = '', ...calls] = process.argv.slice(2)

const pool = createIsolationPool({
  tasks: new URL('native-tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
  children: 1,
})
const work = pool.open(AbortSignal.timeout(60_000))
const files = calls.map((call, index) => ({ path: `${index}`, read: () => Buffer.from(call) }))
const outcomes: unknown[] = []
for await (const outcome of work.run(task, files)) outcomes.push('result' in outcome ? outcome.result : outcome.failure)
process.stdout.write(JSON.stringify(outcomes))
await work[Symbol.asyncDispose]()
await pool[Symbol.asyncDispose]()
