import { isDeepStrictEqual } from 'node:util'
import type { TestRegistry } from './test-registry.ts'

// Replaces `vitest` in test files while mutants run. Tests are collected instead of run, so that one process can run
// each of them many times.

export { expect, vi } from 'vitest'

export type SuiteHook = () => unknown

const registry = (): TestRegistry => {
  const known = (globalThis as { mutationTests?: TestRegistry }).mutationTests
  if (!known) throw new Error('Tests are collected only by test/mutation/worker.ts.')
  return known
}

type Body = (...args: never[]) => unknown

function bodyOf(first: unknown, second: unknown): Body {
  const body = typeof first === 'function' ? first : second
  if (typeof body !== 'function') throw new TypeError('A test without a function is not supported.')
  return body as Body
}

const each =
  (declare: (name: string, body: () => unknown) => void) =>
  (table: readonly unknown[]) =>
  (name: string, first: unknown, second?: unknown) => {
    const body = bodyOf(first, second) as (...args: unknown[]) => unknown
    table.forEach((row, index) => declare(`${name} [${index}]`, () => body(...(Array.isArray(row) ? row : [row]))))
  }

const test = (name: string, body: () => unknown) => registry().addTest(name, body)
const suite = (name: string, body: () => unknown) => registry().addSuite(name, body)
const skip = { skip: () => {}, skipIf: () => test, runIf: () => test }

export const it = Object.assign(
  (name: string, first: unknown, second?: unknown) => test(name, bodyOf(first, second) as () => unknown),
  { each: each(test), ...skip },
)
export const describe = Object.assign(
  (name: string, first: unknown, second?: unknown) => suite(name, bodyOf(first, second) as () => unknown),
  { each: each(suite), ...skip },
)
export const beforeAll = (hook: SuiteHook) => registry().innermost.before.push(hook)
export const afterAll = (hook: SuiteHook) => registry().innermost.after.push(hook)
export const beforeEach = (hook: SuiteHook) => registry().innermost.beforeEach.push(hook)
export const afterEach = (hook: SuiteHook) => registry().innermost.afterEach.push(hook)

/** Returns what global setup provides to test files, from the environment of the process. */
export function inject(key: string): string | undefined {
  const provided: unknown = JSON.parse(process.env['ASSAY_MUTATION_PROVIDED'] ?? '{}')
  return isDeepStrictEqual(provided, {}) ? undefined : (provided as Record<string, string>)[key]
}
