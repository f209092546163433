import { describe, expect, it } from 'vitest'
import { ordinaryFiles } from '../../../../bench/parts/readers/ordinary-files.ts'
import { languages } from '../../../../src/engine/analysis/frontends/catalogue.ts'
import type { FileOutcome, IsolatedFile } from '../../../../src/engine/isolation/isolation.ts'
import { testIsolation } from '../../../support/test-isolation.ts'

// A child process cannot open files after its first question. A parser that loads a module later would fail on every
// file that needs it.

const isolation = testIsolation()

const file = (path: string, text: string): IsolatedFile => ({
  path,
  read: () => Buffer.from(text),
  beside: () => undefined,
})

/**
 * Starts a new child process for each file, so that each is the first file of its kind. `bounds` are those of the
 * lowering in a scan.
 */
async function outcomesOf(task: string, files: readonly IsolatedFile[], bounds?: object): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for (const one of files) {
    await using work = isolation.open(AbortSignal.timeout(60_000), bounds)
    for await (const outcome of work.run(task, [one])) outcomes.push(outcome)
  }
  return outcomes
}

const python = 'import os\nasync def f(x: int = 1):\n    return [y async for y in os.x(f"{x}")]\n'
const plain = 'import { a } from "./a"\nexport const f = async (x = 1) => { await a?.(`${x}`) }\n'
const typed = plain.replace('x = 1', 'x: number = 1')

const texts = new Map([
  ...languages.flatMap(({ files }) => [...files.extensions.keys()]).map((extension) => [extension, plain] as const),
  ...['ts', 'mts', 'cts', 'tsx'].map((extension) => [extension, typed] as const),
  ...['py', 'pyi', 'pyw'].map((extension) => [extension, python] as const),
  ['d.ts', 'export declare function f(x: number): string\n'],
])
const sources = [...texts].map(([extension, text]) => file(`a.${extension}`, text))

describe('parsers in a child that opens no more files', () => {
  it.each([
    ['read-source-file', undefined, []],
    // Python stubs only declare what other files define.
    ['lower-source-file', { fileTimeoutMs: 30_000 }, ['a.pyi']],
  ])(
    '%s has all of them',
    async (task, bounds, declaring: readonly string[]) => {
      const outcomes = await outcomesOf(
        task,
        sources.filter(({ path }) => !declaring.includes(path)),
        bounds,
      )
      expect(outcomes.length).toBeGreaterThan(9)
      for (const outcome of outcomes) {
        expect(outcome).toHaveProperty('result')
        expect(outcome).not.toHaveProperty('result.notUnderstood')
      }
    },
    120_000,
  )

  it('read-manifest has all of them', async () => {
    const files = ordinaryFiles.flatMap((shape) => Object.entries(shape.files(2_000)).slice(0, 1))
    const outcomes = await outcomesOf(
      'read-manifest',
      files.map(([path, text]) => file(path, text)),
    )
    expect(outcomes).toHaveLength(ordinaryFiles.length)
    for (const outcome of outcomes) {
      expect(outcome).toHaveProperty('result')
      expect(JSON.stringify(outcome)).not.toMatch(/Cannot find|EPERM|EACCES|not permitted/)
    }
  }, 300_000)
})
