import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SourceIdentity } from '../../../../src/engine/model/target.ts'
import { openFileResults } from '../../../../src/engine/scanner/file-results/file-results.ts'
import { readSourceFiles } from '../../../../src/engine/scanner/read-source-files.ts'
import { runTaintAnalysis, type TaintAnalysisOptions } from '../../../../src/engine/scanner/run-taint-analysis.ts'
import { heldSnapshot } from '../../../../src/engine/sources/held-snapshot.ts'
import { afterFile } from '../../../support/after-file.ts'
import { scanIsolation } from '../../../support/test-isolation.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
afterFile(() => rmSync(folder, { recursive: true }))

type Texts = Readonly<Record<string, string>>

interface Asked extends Pick<TaintAnalysisOptions, 'followingMs' | 'accountId'> {
  readonly source?: Partial<SourceIdentity>
}

/** Runs the taint analysis with the results of earlier calls. Returns its result and the tasks that children ran. */
async function follow(texts: Texts, { source, ...options }: Asked = {}) {
  using results = openFileResults({ folder, log: { warn: (fields) => expect.fail(JSON.stringify(fields)) } })
  const files = Object.entries(texts).map(([path, text]) => {
    const content = Buffer.from(text)
    return [path, { path, size: content.length, content }] as const
  })
  const snapshot = heldSnapshot({
    source: { type: 'folder', canonicalUrl: 'file:///a', revision: 'a', digest: 'sha256-', ...source },
    files: new Map(files),
    skipped: [],
  })
  const signal = AbortSignal.timeout(100_000)
  const isolation = scanIsolation()
  const { facts } = await readSourceFiles({ isolation }, { snapshot, signal })
  const ran: string[] = []
  const watched: typeof isolation = {
    ...isolation,
    open(...asked) {
      const work = isolation.open(...asked)
      const run: typeof work.run = (task, given) => {
        const isolated = [...given]
        ran.push(...isolated.map(({ path }) => `${task} ${path}`))
        return work.run(task, isolated)
      }
      return { ...work, run, [Symbol.asyncDispose]: () => work[Symbol.asyncDispose]() }
    },
  }
  const result = await runTaintAnalysis(
    { isolation: watched, fileResults: results },
    { facts },
    { snapshot, signal, ...options },
  )
  return { result, ran }
}

const server = (path: string): Texts => ({
  'index.js':
    `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\nimport { run } ` +
    `from '${path}'\nconst server = new McpServer({ name: 's', version: '1' })\nserver.registerTool('list', ` +
    `{ description: 'Lists', inputSchema: { folder: z.string() } }, async ({ folder }) => run(folder))\n`,
  'run.js': `import { exec } from 'node:child_process'\nexport const run = (folder) => exec('ls ' + folder)\n`,
})

const linked = {
  ...server('runner'),
  'jsconfig.json': '{ "compilerOptions": { "paths": { "runner": ["./run.js"] } } }',
}

it('analyzes unchanged files once', async () => {
  const first = await follow(server('./run.js'))
  expect(first.ran).toEqual(['lower-source-file run.js', 'lower-source-file index.js', 'follow-project project'])
  expect(first.result.flows).toHaveLength(1)
  const again = await follow({ ...server('./run.js'), 'README.md': '# Changed' })
  expect(again).toEqual({ result: first.result, ran: [] })
})

it('analyzes files again if the project resolves their imports differently', async () => {
  const { 'jsconfig.json': _, ...unlinked } = linked
  expect((await follow(linked)).result.flows).toHaveLength(1)
  const { result, ran } = await follow(unlinked)
  expect(result.flows).toHaveLength(0)
  expect(ran).toEqual(['follow-project project'])
})

it('analyzes a file again under another path', async () => {
  const { 'run.js': run = '', ...others } = server('./lib/run.js')
  const { result } = await follow({ ...others, 'lib/run.js': run })
  expect(result.flows.map(({ steps }) => steps.at(-1)?.path)).toEqual(['lib/run.js'])
  const moved = await follow({ ...server('./run.js'), 'lib/run.js': run })
  expect(moved.result.flows.map(({ steps }) => steps.at(-1)?.path)).toEqual(['run.js'])
})

it('analyzes files again if the project has other source files, which the same child parses', async () => {
  await follow(server('./run.js'))
  const { ran } = await follow({ ...server('./run.js'), 'test/other.js': 'export const other = 1\n' })
  expect(ran).toEqual(['follow-project project'])
})

it('stores no result of an analysis that ran out of time', async () => {
  const texts = { ...server('./run.js'), 'late.js': "import './index.js'\n" }
  expect((await follow(texts, { followingMs: 1 })).result.partial).toBeDefined()
  const { result, ran } = await follow(texts)
  expect(result.partial).toBeUndefined()
  expect(ran).toEqual(['follow-project project'])
})

it('shares no result between accounts of the service', async () => {
  const source = { type: 'git', canonicalUrl: 'https://git.example/a/b' } as const
  const accounts = { source, accountId: 'anna' }
  const first = await follow(server('./run.js'), accounts)
  const again = await follow(server('./run.js'), accounts)
  expect(again.ran).toEqual(['follow-project project'])
  expect(again.result).toEqual(first.result)
})
