import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { readSourceFiles } from '../../../../src/engine/scanner/read-source-files.ts'
import { heldSnapshot } from '../../../../src/engine/sources/held-snapshot.ts'

// Below the limits of a scan, so that the test takes seconds. 20 killed files lose more time than is allowed.
const bounds = {
  ...isolationLimits,
  maxMemoryBytes: 256 * 1024 * 1024,
  fileTimeoutMs: 4_000,
  maxLostMs: 3_000,
  hurriedFileTimeoutMs: 2_000,
}
const isolation = createIsolationPool({
  tasks: new URL('../../../../src/engine/analysis/tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
  children: 2,
  limits: bounds,
})
afterAll(() => isolation[Symbol.asyncDispose]())

it('20 files that slowly eat the memory of their parser cost none of 200 ordinary ones', async () => {
  // Some ordinary files are larger than the others, because small files are read first.
  const ordinary = Array.from(
    { length: 200 },
    (_, index) =>
      [
        `src/ordinary-${index}.ts`,
        `import 'module_${index}'\n${index % 2 === 0 ? '' : '// larger than what kills\n'.repeat(5_000)}`,
      ] as const,
  )
  const killers = Array.from(
    { length: 20 },
    (_, index) => [`src/killer-${index}.ts`, `${'a<'.repeat(60_000)}${index}`] as const,
  )
  const files = new Map(
    [...ordinary, ...killers].map(([path, text]) => [path, { path, size: text.length, content: Buffer.from(text) }]),
  )
  const snapshot = heldSnapshot({
    source: { type: 'git', canonicalUrl: 'https://git.example/a/b', revision: 'c0ffee', digest: 'sha256-' },
    files,
    skipped: [],
  })
  const { facts, coverage } = await readSourceFiles({ isolation }, { snapshot, signal: AbortSignal.timeout(170_000) })
  expect(ordinary.filter(([path]) => facts.get(path)?.imports.length !== 1).map(([path]) => path)).toEqual([])
  expect(coverage.skipped.files.map(({ path }) => path).sort()).toEqual(killers.map(([path]) => path).sort())
  for (const { path, reason } of coverage.skipped.files)
    expect(reason, path).toMatch(/crashed|memory|took longer|nested too deeply/)
}, 180_000)
