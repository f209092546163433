import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import setupDatabase from '../support/template-database.ts'
import { root } from './module-hooks.ts'
import type { Mutant } from './mutant.ts'
import type { MutantResult } from './results.ts'
import type { Target } from './targets.ts'
import type { Baseline, FromWorker, ToWorker } from './worker.ts'

/**
 * A worker that sends nothing for this long is in a loop without switches. Counting switches ends all other loops, so
 * the limit can be generous for busy machines.
 */
const silenceMs = 120_000
const loadMs = 1_200_000
/** Modules that were loaded again for mutants in tables stay in memory. */
const maxHeld = 1.5 * 2 ** 30

/** Runs mutants one at a time in a child process. The process is replaced if a mutant ends or blocks it. */
export async function runMutants(
  target: Target,
  mutants: readonly Mutant[],
  report: (mutant: Mutant, result: MutantResult) => void,
): Promise<void> {
  const provided: Record<string, unknown> = {}
  const project: Pick<TestProject, 'provide'> = {
    provide: (key, value) => {
      provided[key] = value
    },
  }
  const endDatabase = target.needsDatabase ? await setupDatabase(project as TestProject) : undefined
  const testFiles = target.tests.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const startedAt = performance.now()
  let [worker, baseline, done]: [Worker | undefined, Baseline | undefined, number] = [undefined, undefined, 0]
  try {
    for (const mutant of mutants) {
      if (!worker) {
        worker = new Worker(provided)
        const ready = await worker.ask(
          { type: 'start', mutants, testFiles, slow: target.slow ?? [], ...(baseline && { baseline }) },
          loadMs,
        )
        if (ready?.type !== 'ready') throw new Error('The tests could not be loaded.')
        if (!baseline) describe(ready.baseline, mutants)
        baseline = ready.baseline
      }
      const answer = await worker.ask({ type: 'run', id: mutant.id }, silenceMs)
      if (answer?.type === 'done')
        report(mutant, {
          outcome: answer.outcome,
          ...(answer.test !== undefined && { test: answer.test }),
          ...(answer.message !== undefined && { message: answer.message }),
        })
      else report(mutant, { outcome: 'timed-out', message: 'the process ended or was silent' })
      done += 1
      if (done % 100 === 0)
        process.stderr.write(
          `${target.name}: ${done} of ${mutants.length} after ` +
            `${Math.round((performance.now() - startedAt) / 1000)} s\n`,
        )
      if (answer?.type !== 'done' || (answer.held ?? 0) > maxHeld) {
        worker.end()
        worker = undefined
      }
    }
  } finally {
    worker?.end()
    await endDatabase?.()
  }
}

function describe({ tests, whileLoading }: Baseline, mutants: readonly Mutant[]): void {
  const failing = tests.filter(({ failure }) => failure !== undefined)
  const reached = new Set(tests.flatMap(({ reaches }) => reaches))
  process.stderr.write(
    `  ${tests.length} tests in ${Math.round(tests.reduce((sum, { ms }) => sum + ms, 0))} ms; they reach ` +
      `${mutants.filter(({ id }) => reached.has(id)).length} of ${mutants.length} mutants, ` +
      `${whileLoading.length} are reached while modules load\n`,
  )
  const slowest = tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ name, ms }) => `${name} ${Math.round(ms)} ms`)
  process.stderr.write(`  slowest: ${slowest.join('; ')}\n`)
  for (const { file, name, failure } of failing)
    process.stderr.write(`  left out, since it fails without a mutant: ${file} > ${name}: ${failure ?? ''}\n`)
}

class Worker {
  readonly #child: ChildProcess

  constructor(provided: Readonly<Record<string, unknown>>) {
    this.#child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
      env: { ...process.env, ASSAY_MUTATION_PROVIDED: JSON.stringify(provided) },
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
    })
  }

  /** Returns the response, or undefined if the process ended or did not respond in time. */
  async ask(message: ToWorker, withinMs: number): Promise<FromWorker | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(), withinMs)
    try {
      const answered = once(this.#child, 'message', { signal }) as Promise<[FromWorker]>
      const ended = once(this.#child, 'exit', { signal }).then(() => undefined)
      this.#child.send(message)
      const first = await Promise.race([answered, ended])
      return first?.[0]
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}
