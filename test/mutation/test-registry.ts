import type { SuiteHook } from './test-api.ts'

/** A test and the suites around it, outermost first. */
export interface KnownTest {
  readonly name: string
  readonly file: string
  readonly run: () => unknown
  readonly suites: readonly Suite[]
}

export interface Suite {
  readonly name: string
  readonly before: SuiteHook[]
  readonly after: SuiteHook[]
  readonly beforeEach: SuiteHook[]
  readonly afterEach: SuiteHook[]
}

export const newSuite = (name: string): Suite => ({ name, before: [], after: [], beforeEach: [], afterEach: [] })

/** Suites and tests that test files declare when they are loaded. */
export class TestRegistry {
  readonly tests: KnownTest[] = []
  /** Declared suites whose bodies have not run yet. */
  #waiting: { readonly suite: Suite; readonly above: readonly Suite[]; readonly body: () => unknown }[] = []
  #suites: readonly Suite[] = []
  #file = ''

  get innermost(): Suite {
    const suite = this.#suites.at(-1)
    if (!suite) throw new Error('There is no test file being loaded.')
    return suite
  }

  /** Loads a test file and runs the bodies of its suites. */
  async load(file: string, load: () => Promise<unknown>): Promise<void> {
    const root = newSuite(file)
    this.#file = file
    this.#suites = [root]
    await load()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const later = this.#waiting
      this.#waiting = []
      this.#suites = [...next.above, next.suite]
      await next.body()
      this.#waiting.push(...later)
    }
    this.#suites = []
    for (const hook of root.before) await hook()
  }

  addTest(name: string, run: () => unknown): void {
    this.tests.push({
      name: [...this.#suites.slice(1).map((suite) => suite.name), name].join(' > '),
      file: this.#file,
      run,
      suites: this.#suites.slice(1),
    })
  }

  addSuite(name: string, body: () => unknown): void {
    this.#waiting.push({ suite: newSuite(name), above: this.#suites, body })
  }
}
