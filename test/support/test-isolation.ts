import pino from 'pino'
import { afterAll } from 'vitest'
import type { IsolationPool } from '../../src/engine/isolation/isolation.ts'
import { createIsolationPool } from '../../src/engine/isolation/isolation-pool.ts'

let pool: IsolationPool | undefined
// Here, so that hooks may ask for the pool too.
afterAll(() => pool?.[Symbol.asyncDispose]())

/** The children that the service has, until the tests of the file are through. */
export function testIsolation(): IsolationPool {
  return (pool ??= createIsolationPool({
    tasks: new URL('../../src/engine/analysis/tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
  }))
}
