import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PackageSummary } from '../../../../src/engine/reachability/package-summary.ts'
import { summarizeArchive } from '../../../../src/engine/reachability/tasks/summarize-archive.ts'
import { summaryProblem } from '../../../../src/engine/reachability/tasks/summary-end.ts'
import { hostileArchives } from './hostile-archives.ts'

const archives = hostileArchives(0.02)

/** Returns the number of files read, the causes of those that were not read, or why there is no summary. */
async function outcomeOf(name: string) {
  let summary: unknown
  const content = archives[name] ?? Buffer.of()
  const end = await summarizeArchive({
    path: 'npm tar',
    content,
    send: (_, part) => void (summary = JSON.parse(inflateRawSync(part).toString())),
  })
  if (end.end !== 'read') {
    expect(summary).toBeUndefined()
    return summaryProblem(end)
  }
  const { modules, unread } = PackageSummary.parse(summary)
  return { modules: modules.length, unread: unread.map(({ cause }) => cause) }
}

it.each([
  ['10,000 files', { modules: 200, unread: [] }],
  ['more files than an archive may have', 'has more than 20000 files. Assay read none of it'],
  ['files that require each other', { modules: 20, unread: [] }],
  ['a large bundle', { modules: 1, unread: [] }],
  ['a minified line', { modules: 1, unread: [] }],
  ['a deep folder', { modules: 1, unread: ['limit'] }],
  ['many export conditions', 'has a package.json with too many entries'],
] as const)('%s', { timeout: 120_000 }, async (name, outcome) => {
  expect(await outcomeOf(name)).toEqual(outcome)
})

it('deep nesting', { timeout: 120_000 }, async () => {
  const outcome = await outcomeOf('deep nesting')
  expect(outcome).toEqual({ modules: expect.any(Number), unread: expect.any(Array) })
})
