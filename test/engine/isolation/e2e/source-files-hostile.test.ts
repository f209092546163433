import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { unreadableAdvisories } from '../../../../src/service/scans/advisories/unreadable-advisories.ts'
import { sourceDialectOf } from '../../../../src/engine/analysis/source-dialect.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { awaitAdvisories } from '../../../../src/service/scans/advisories/await-advisories.ts'
import { scanTarget } from '../../../../src/engine/scanner/scan.ts'
import { type ScanContext } from '../../../../src/engine/scanner/scan-context.ts'
import { judge } from '../../../../src/engine/scanner/judge.ts'
import { compareFindings } from '../../../../src/engine/scanner/compare.ts'
import { advisorySync } from '../../../service/scans/advisories/support/advisory-sync.ts'
import { inventSecret } from '../../rules/corpus/invent-secret.ts'
import { hostileSourceFiles } from '../../../support/hostile-source-files.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { workingTree } from '../../../support/working-tree.ts'

const database = await testDatabase()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
const tree = workingTree()
afterAll(async () => {
  await isolation[Symbol.asyncDispose]()
  feed.remove()
  tree[Symbol.dispose]()
})
const sync = advisorySync(database, [feed.url])
const matcher = createAdvisoryMatcher(sync)
// Far below the limits of a scan, so that hanging files take seconds instead of minutes.
const isolation = createIsolationPool({
  tasks: new URL('../../../../src/engine/analysis/tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
  children: 2,
  limits: { ...isolationLimits, fileTimeoutMs: 1_500 },
})

describe('a project with hostile source files', () => {
  const hostile = hostileSourceFiles()
  const ordinary = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `src/ordinary-${index}.${['js', 'ts', 'py'][index % 3] ?? ''}`,
      index % 3 === 2 ? `import module_${index}\n` : `import 'module_${index}'\n`,
    ]),
  )
  const secret = inventSecret('github-token', 'hostile')
  // Files with expected findings. One of them imports hostile files, so that they are part of the taint analysis.
  const telling = {
    'src/server.ts':
      `import { exec } from 'node:child_process'\nimport { McpServer } from ` +
      `'@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\n${hostile
        .filter(({ path }) => /\.[jt]sx?$/.test(path))
        .map(({ path }) => `import '../${path}'\n`)
        .join('')}new McpServer({ name: 's', version: '1' }).registerTool('list', { description: 'Lists', ` +
      `inputSchema: { folder: z.string() } }, async ({ folder }) => exec(\`ls \${folder}\`))\n`,
    'src/upload.py': `import module\ntoken = "${secret}"\nmodule.upload(token)\n`,
  }

  it('is scanned to the end: partial, each omitted file with its reason, and everything else is there', async () => {
    const lock = {
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'project', version: '1.0.0', dependencies: { flawed: '0.0.8' } },
        'node_modules/flawed': { version: '0.0.8' },
      },
    }
    tree.write({
      'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies: { flawed: '0.0.8' } }),
      'package-lock.json': JSON.stringify(lock),
      ...ordinary,
    })
    tree.write(telling)
    tree.write(Object.fromEntries(hostile.map(({ path, content }) => [path, content])))
    await syncEcosystem(sync, 'npm', { signal: AbortSignal.timeout(60_000) })
    const context: ScanContext = {
      sources: sourceContext(),
      isolation,
      advisories: {
        ready: (ecosystem, signal) => awaitAdvisories(sync, ecosystem, { requestSync: async () => {}, signal }),
        match: (components) => matcher.match(components),
        unreadable: (components) => unreadableAdvisories(sync, components),
      },
    }
    const heard: string[] = []
    const { detection, coverage, code } = await scanTarget(
      context,
      { type: 'folder', path: tree.path },
      { report: (stage) => void heard.push(stage), signal: AbortSignal.timeout(150_000) },
    )

    expect(
      detection.findings.map(({ ruleId, component, location }) => [ruleId, component?.name ?? location?.path]),
    ).toEqual([
      ['command-injection', 'src/server.ts'],
      ['leaked-github-personal-token', 'src/upload.py'],
      ['invisible-code', 'hostile/marks.js'],
      ['vulnerable-dependency', 'flawed'],
    ])
    const { verdict, results } = judge(compareFindings(detection.findings, new Map(), new Date()), {
      gaps: coverage.gaps,
      failOn: 'critical',
    })
    expect(verdict).toBe('fail')
    expect(results.partial).toBe(true)
    expect(judge([], { gaps: coverage.gaps, failOn: 'critical' }).verdict).toBe('partial')
    expect([...new Set(heard)]).toEqual(['source', 'components', 'code', 'advisories', 'detectors'])

    const unread = new Map(
      [...(coverage.code?.skipped.files ?? []), ...coverage.files.skipped].map(({ path, reason }) => [path, reason]),
    )
    const nowhere = hostile.filter(
      (file) => sourceDialectOf(file) !== undefined && !code.facts.has(file.path) && !unread.has(file.path),
    )
    expect(nowhere.map(({ path }) => path)).toEqual([])
    expect(hostile.length).toBeGreaterThanOrEqual(50)
    expect([...unread.keys()].filter((path) => !path.startsWith('hostile/'))).toEqual([])
    expect(unread.size).toBeGreaterThan(10)
    for (const [path, reason] of unread) expect(reason, path).toMatch(/^[a-z].{10,100}$/)
    for (const path of ['nul.js', 'nul.py', 'literal.js', 'endless-line.js', 'open-string.py', 'invalid.py'])
      expect([...unread.keys()]).toContain(`hostile/${path}`)
    expect(coverage.gaps.some((gap) => /^\d+ source files could not be read: hostile\//.test(gap))).toBe(true)

    for (const { path } of coverage.code?.notLowered?.files ?? []) expect(path).toMatch(/^hostile\//)

    for (const [path, text] of Object.entries(ordinary))
      expect(
        code.facts.get(path)?.imports.map(({ specifier }) => specifier),
        path,
      ).toEqual([/module_\d+/.exec(text)?.[0]])
  }, 180_000)
})
