import pino from 'pino'
import { afterAll } from 'vitest'
import { createIsolationPool, type IsolationPoolOptions } from '../../../../src/engine/isolation/isolation-pool.ts'
import type {
  FileOutcome,
  IsolatedFile,
  IsolatedWork,
  IsolationPool,
} from '../../../../src/engine/isolation/isolation.ts'
import { isolationLimits, type IsolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { filesThatSay } from './told-files.ts'

/** Returns the limits of the service with some changes. */
export function boundsWith(others: Partial<IsolationLimits>): IsolationLimits {
  return { ...isolationLimits, ...others }
}

/** Creates a pool whose tasks do what the content of a file says. It ends with the tests of the file. */
export function hostilePool(options: Partial<IsolationPoolOptions> = {}): IsolationPool {
  const pool = createIsolationPool({
    tasks: new URL('hostile-tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
    children: 2,
    ...options,
  })
  afterAll(() => pool[Symbol.asyncDispose]())
  return pool
}

/** Returns the outcomes of files with these contents, in order: a result, or the reason for its absence. */
export async function outcomesOf(pool: IsolationPool, words: readonly string[]): Promise<unknown[]> {
  await using work = pool.open(AbortSignal.timeout(60_000))
  return inOrder(await collected(work, filesThatSay(words)))
}

export async function collected(work: IsolatedWork, files: Iterable<IsolatedFile>): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for await (const outcome of work.run('do-as-told', files)) outcomes.push(outcome)
  return outcomes
}

function inOrder(outcomes: readonly FileOutcome[]): unknown[] {
  const byPlace = outcomes.toSorted((one, other) => Number(one.path.slice(5)) - Number(other.path.slice(5)))
  return byPlace.map((outcome) => ('result' in outcome ? outcome.result : outcome.failure))
}
