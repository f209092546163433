import { hookModules, inGeneration } from './module-hooks.ts'
import type { Mutant, Outcome } from './mutant.ts'
import { switches } from './switches.ts'
import { type KnownTest, type Suite, TestRegistry } from './test-registry.ts'

// A child process of run.ts. It loads the tests once. For each mutant, it runs the tests that reach it until one fails.

/** Result of a test without a mutant. */
export interface TestRecord {
  readonly file: string
  readonly name: string
  /** IDs of the mutants that the test reaches. */
  readonly reaches: readonly number[]
  /** Number of switch calls. */
  readonly asked: number
  readonly ms: number
  /** Why the test fails without a mutant. Such a test cannot detect mutants. */
  readonly failure?: string
}

export interface Baseline {
  readonly tests: readonly TestRecord[]
  /** Mutants in code that runs while modules load. */
  readonly whileLoading: readonly number[]
}

export type ToWorker =
  | {
      readonly type: 'start'
      readonly mutants: readonly Mutant[]
      readonly testFiles: readonly string[]
      readonly slow: readonly string[]
      readonly baseline?: Baseline
    }
  | { readonly type: 'run'; readonly id: number }

export type FromWorker =
  | { readonly type: 'ready'; readonly baseline: Baseline }
  | {
      readonly type: 'done'
      readonly id: number
      readonly outcome: Outcome
      readonly test?: string
      readonly message?: string
      /** Memory of the process in bytes. */ readonly held?: number
    }

type Done = Extract<FromWorker, { type: 'done' }>

interface Loaded {
  readonly tests: readonly KnownTest[]
  readonly whileLoading: ReadonlySet<number>
}

let generation = 0
let testFiles: readonly string[] = []
let slow: readonly string[] = []
let current: Loaded
let baseline: Baseline
const pathOf = new Map<number, string>()
/** Number of kills by test, for mutants of the same file. Tests with kills run first. */
const kills = new Map<string, number>()

async function load(active: number): Promise<Loaded> {
  generation += 1
  const registry = new TestRegistry()
  Object.assign(globalThis, { mutationTests: registry })
  switches.begin(active === 0 ? undefined : 50_000_000)
  switches.active = active
  const whileLoading = new Set<number>()
  switches.seen = whileLoading
  for (const file of testFiles) await registry.load(file, () => import(inGeneration(file, generation)))
  switches.seen = undefined
  return { tests: registry.tests.filter(({ name }) => !slow.some((part) => name.includes(part))), whileLoading }
}

async function recordBaseline(): Promise<Baseline> {
  const tests: TestRecord[] = []
  for (const test of current.tests) {
    const seen = new Set<number>()
    const suites = new Set<Suite>()
    switches.active = 0
    switches.seen = seen
    switches.begin(undefined)
    const startedAt = performance.now()
    const failure = await failureOf(test, suites)
    const ms = performance.now() - startedAt
    await close(suites)
    switches.seen = undefined
    tests.push({
      file: test.file,
      name: test.name,
      reaches: [...seen],
      asked: switches.asked,
      ms,
      ...(failure !== undefined && { failure: messageOf(failure) }),
    })
  }
  return { tests, whileLoading: [...current.whileLoading] }
}

/** Runs a test with its hooks. Hooks of suites that are already open have run. Resolves to the error, if any. */
async function failureOf(test: KnownTest, open: Set<Suite>): Promise<unknown> {
  try {
    for (const suite of test.suites) {
      if (open.has(suite)) continue
      open.add(suite)
      for (const hook of suite.before) await hook()
    }
    for (const suite of test.suites) for (const hook of suite.beforeEach) await hook()
    await test.run()
  } catch (error) {
    return error ?? new Error('It threw nothing.')
  } finally {
    for (const suite of test.suites) for (const hook of suite.afterEach) await hook()
  }
  return undefined
}

async function close(suites: ReadonlySet<Suite>): Promise<void> {
  for (const suite of suites) for (const hook of suite.after) await hook()
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}

async function runMutant(id: number): Promise<Done> {
  let loaded = current
  if (baseline.whileLoading.includes(id)) {
    try {
      loaded = await load(id)
    } catch (error) {
      return { type: 'done', id, outcome: 'invalid', message: messageOf(error) }
    }
  }
  const path = pathOf.get(id) ?? ''
  const weight = (index: number) => kills.get(`${path} ${index}`) ?? 0
  const isStatic = loaded !== current
  const order = baseline.tests
    .map((record, index) => ({ record, index }))
    .filter(({ record }) => record.failure === undefined && (isStatic || record.reaches.includes(id)))
    .sort(
      (a, b) => weight(b.index) / (b.record.ms + 1) - weight(a.index) / (a.record.ms + 1) || a.record.ms - b.record.ms,
    )
  if (order.length === 0) return { type: 'done', id, outcome: 'uncovered' }
  const suites = new Set<Suite>()
  switches.active = id
  try {
    for (const { record, index } of order) {
      const test = testsOf(loaded)[index]
      if (!test)
        return { type: 'done', id, outcome: 'killed', test: record.name, message: 'the tests of a file are others' }
      switches.begin(record.asked)
      const failure = await failureOf(test, suites)
      if (failure === undefined && !switches.isExceeded) continue
      kills.set(`${path} ${index}`, weight(index) + 1)
      return {
        type: 'done',
        id,
        outcome: switches.isExceeded ? 'timed-out' : 'killed',
        test: `${record.file} > ${record.name}`,
        message: messageOf(failure),
      }
    }
    return { type: 'done', id, outcome: 'survived' }
  } finally {
    switches.active = 0
    switches.begin(undefined)
    await close(suites)
  }
}

/** Returns tests by index in the baseline. */
function testsOf(loaded: Loaded): readonly (KnownTest | undefined)[] {
  if (loaded === current) return loaded.tests
  const byName = new Map(loaded.tests.map((test) => [`${test.file} ${test.name}`, test]))
  return baseline.tests.map(({ file, name }) => byName.get(`${file} ${name}`))
}

async function start(message: Extract<ToWorker, { type: 'start' }>): Promise<void> {
  testFiles = message.testFiles
  slow = message.slow
  for (const { id, path } of message.mutants) pathOf.set(id, path)
  hookModules(
    new Map(
      Object.entries(Object.groupBy(message.mutants, ({ path }) => path)).map(([path, mutants = []]) => [
        path,
        mutants,
      ]),
    ),
  )
  current = await load(0)
  baseline = message.baseline ?? (await recordBaseline())
  send({ type: 'ready', baseline })
}

function send(message: FromWorker): void {
  process.send?.(message)
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'start') void start(message)
  else void runMutant(message.id).then((done) => send({ ...done, held: process.memoryUsage.rss() }))
})
// A mutant may leave a rejected promise without a handler.
process.on('unhandledRejection', () => {})
