import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { type FlowReport, noFlows } from '../../../../src/engine/analysis/flow.ts'
import { fileUnits as table } from '../../../../src/service/db/scans/shared-results-schema.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import type { IsolationPool } from '../../../../src/engine/isolation/isolation.ts'
import { taintLimits } from '../../../../src/engine/analysis/taint-limits.ts'
import { sourceFileLimits } from '../../../../src/engine/analysis/source-file-limits.ts'
import type { SourceIdentity } from '../../../../src/engine/model/target.ts'
import { createFileResults, tidyFileResults } from '../../../../src/service/scans/file-results.ts'
import type { ResultCache } from '../../../../src/engine/scanner/result-cache.ts'
import {
  type TaintAnalysisResult,
  runTaintAnalysis,
  type TaintAnalysisOptions,
} from '../../../../src/engine/scanner/run-taint-analysis.ts'
import { readSourceFiles } from '../../../../src/engine/scanner/read-source-files.ts'
import { heldSnapshot } from '../../../../src/engine/sources/held-snapshot.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { scanIsolation, testIsolation } from '../../../support/test-isolation.ts'

const { db } = await testDatabase()
const isolation = testIsolation()
const fileResults = createFileResults({ db, key: randomBytes(32) })

type Texts = Readonly<Record<string, string | Buffer>>

interface Asked extends Pick<
  TaintAnalysisOptions,
  'onProgress' | 'loweringMs' | 'followingMs' | 'maxFiles' | 'maxBytes'
> {
  readonly source?: Partial<SourceIdentity>
  readonly accountId?: string
  readonly results?: ResultCache | undefined
  readonly pool?: IsolationPool
  readonly signal?: AbortSignal
}

/** Reads files and runs the taint analysis like a scan. */
async function follow(
  texts: Texts,
  {
    source,
    accountId = 'anna',
    results = fileResults,
    pool = isolation,
    signal = AbortSignal.timeout(100_000),
    ...options
  }: Asked = {},
): Promise<TaintAnalysisResult> {
  const files = Object.entries(texts).map(([path, text]) => {
    const content = Buffer.from(text)
    return [path, { path, size: content.length, content }] as const
  })
  const snapshot = heldSnapshot({
    source: { type: 'git', canonicalUrl: 'https://git.example/a/b', revision: 'c0ffee', digest: 'sha256-', ...source },
    files: new Map(files),
    skipped: [],
  })
  const { facts } = await readSourceFiles(
    { isolation: scanIsolation() },
    { snapshot, accountId, signal: AbortSignal.timeout(100_000) },
  )
  return runTaintAnalysis(
    { isolation: pool, fileResults: results },
    { facts },
    { snapshot, accountId, signal, ...options },
  )
}

/** Results that count the IR modules that are found and stored. */
function counted(
  results: ResultCache = fileResults,
): ResultCache & { readonly counts: { found: number; kept: number } } {
  const counts = { found: 0, kept: 0 }
  return {
    ...results,
    counts,
    async findUnits(keys) {
      const found = await results.findUnits(keys)
      counts.found += found.size
      return found
    },
    async keepUnits(units) {
      counts.kept += units.length
      await results.keepUnits(units)
    },
  }
}

/** A server whose tool runs its argument through a helper in another file. No other test has the same contents. */
function serverTexts(): { readonly 'index.js': string; readonly 'lib/run.js': string; readonly 'lib/name.js': string } {
  const mark = `// ${randomBytes(8).toString('hex')}\n`
  return {
    'index.js':
      `${mark}import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from ` +
      `'zod'\nimport { run } from './lib/run.js'\nconst server = new McpServer({ name: 's', version: '1' ` +
      `})\nserver.registerTool('list', { description: 'Lists', inputSchema: { folder: z.string() } }, async ` +
      `({ folder }) => run(folder))\n`,
    'lib/run.js':
      `${mark}import { exec } from 'node:child_process'\nimport { name } from './name.js'\nexport const run = ` +
      `(folder) => exec(\`\${name} \${folder}\`)\n`,
    'lib/name.js': `${mark}export const name = 'ls'\n`,
  }
}

const ends = ({ flows }: FlowReport) =>
  flows.map(({ kind, steps }) => `${kind} in ${steps.at(-1)?.path}:${steps.at(-1)?.line}`)

describe('following data through a project', () => {
  it('finds what a caller sends where it does harm, across files', async () => {
    const report = await follow(serverTexts())
    expect(ends(report)).toEqual(['command in lib/run.js:4'])
    expect(report).toMatchObject({ files: 3, tools: [{ name: 'list', description: 'Lists', path: 'index.js' }] })
    expect(report.partial).toBeUndefined()
  })

  it('finds the same without results of earlier scans', async () => {
    const texts = serverTexts()
    expect(await follow(texts, { results: undefined })).toEqual(await follow(texts))
  })

  it('knows modules by what the project says of itself', async () => {
    const texts = serverTexts()
    const report = await follow({
      ...texts,
      'index.js': texts['index.js'].replace('./lib/run.js', '@/run'),
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["lib/*"] } } }',
    })
    expect(ends(report)).toEqual(['command in lib/run.js:4'])
  })

  it.each<[string, Texts]>([
    ['nothing', {}],
    ['no source files', { 'package.json': '{}', 'README.md': 'text', 'data.json': '[]' }],
    ['Python that offers nothing', { 'a.py': 'import os\nos.system(x)\n' }],
    ['source files by which nothing comes in', { 'a.js': "require('child_process').exec(x)" }],
    ['tests only', { 'test/server.test.js': serverTexts()['index.js'] }],
  ])('of %s gives nothing, and is whole', async (_what, texts) => {
    expect(await follow(texts)).toEqual({ ...noFlows, unlowered: [], followed: [] })
  })

  it('continues without files that cannot be parsed, and with those that have no IR', async () => {
    const texts = serverTexts()
    const report = await follow({
      ...texts,
      'lib/broken.js': '= broken =',
      'lib/types.d.ts': 'export declare const a: string',
      'index.js': `import './lib/broken.js'\nimport './lib/types'\n${texts['index.js']}`,
    })
    expect(ends(report)).toEqual(['command in lib/run.js:4'])
    expect(report.partial).toBeUndefined()
  })

  it('ignores unreadable settings', async () => {
    for (const settings of [
      'no JSON',
      '['.repeat(100_000),
      '{"exports":'.repeat(20_000),
      '{"name": 7, "exports": [[[]]]}',
      '\0',
    ]) {
      const report = await follow({ ...serverTexts(), 'package.json': settings, 'tsconfig.json': settings })
      expect(ends(report)).toEqual(['command in lib/run.js:4'])
    }
  })

  it('has room for large files: a bundle whose form is larger than other answers of a child', async () => {
    const texts = serverTexts()
    const large = Array.from(
      { length: 4_000 },
      (_none, index) => `export const text${index} = '${index}${'x'.repeat(1_000)}'\n`,
    ).join('')
    const report = await follow({ ...texts, 'lib/name.js': `${texts['lib/name.js']}${large}` })
    expect(ends(report)).toEqual(['command in lib/run.js:4'])
    expect(report.partial).toBeUndefined()
    expect(report.files).toBe(3)
  })

  it('goes part by part through what is too large for one child, and puts together what it finds', async () => {
    const padding = `/*${'x'.repeat(1_000)}*/\n`.repeat(taintLimits.maxPartBytes / 4_000)
    const padded = (folder: string) =>
      Object.fromEntries(
        Object.entries(serverTexts()).map(([path, text]) => [
          `${folder}${path}`,
          path === 'index.js' ? text : `${text}${padding}`,
        ]),
      )
    const shares: number[] = []
    const report = await follow(
      { ...padded(''), ...padded('other/') },
      { onProgress: (share) => void shares.push(share) },
    )
    expect(ends(report)).toEqual(['command in lib/run.js:4', 'command in other/lib/run.js:4'])
    expect(report).toMatchObject({ files: 6, tools: [{ path: 'index.js' }, { path: 'other/index.js' }] })
    expect(report.partial).toBeUndefined()
    // First the lookup of earlier results, which finds none. Then, for each part, three files and the part itself.
    expect(shares.filter((share, place) => share !== shares[place - 1]).map((share) => Math.round(share * 12))).toEqual(
      [0, 1, 2, 3, 6, 7, 8, 9, 12],
    )
  })

  it('tells how far it is when files are known, and of nothing at all', async () => {
    const texts = serverTexts()
    await follow(texts)
    const shares: number[] = []
    await follow(texts, { onProgress: (share) => void shares.push(share) })
    await follow({}, { onProgress: (share) => void shares.push(share) })
    expect([...new Set(shares)]).toEqual([0.5, 1])
  })

  it('tells what there was no time for, and goes on with what is known', async () => {
    const texts = serverTexts()
    const told = {
      total: 3,
      files: ['index.js', 'lib/name.js', 'lib/run.js'].map((path) => ({
        path,
        reason: 'no time was left to read it',
      })),
    }
    const { notLowered, partial } = await follow(texts, { loweringMs: 0 })
    expect({ ...notLowered, files: notLowered?.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }).toEqual(told)
    expect(partial).toMatch(
      new RegExp(
        String.raw`^the time limit was reached before 3 of 3 files were converted for the taint analysis; 3 of 3 ` +
          String.raw`files could not be converted for the taint analysis`,
      ),
    )
    await follow(texts)
    const known = await follow(texts, { loweringMs: 0 })
    expect(ends(known)).toEqual(['command in lib/run.js:4'])
    expect([known.partial, known.notLowered]).toEqual([undefined, undefined])
  })

  describe('names every file that it leaves out', () => {
    const tooLarge = 'the project is too large; files far from an entry point were not analyzed'
    const byPath = <Entry extends { readonly path: string }>(entries: readonly Entry[]) =>
      entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))

    it('beyond the most files', async () => {
      for (const maxFiles of [1, 2]) {
        const { followed, unlowered, partial, files } = await follow(serverTexts(), { maxFiles })
        expect([followed.length, files]).toEqual([maxFiles, maxFiles])
        expect(followed).toContain('index.js')
        expect(byPath([...unlowered, ...followed.map((path) => ({ path }))]).map(({ path }) => path)).toEqual([
          'index.js',
          'lib/name.js',
          'lib/run.js',
        ])
        expect(unlowered.map(({ path: _path, ...why }) => why)).toEqual(
          Array.from({ length: 3 - maxFiles }, () => ({ reason: tooLarge })),
        )
        expect(partial).toContain(tooLarge)
      }
    })

    it('beyond the most bytes, and none at exactly as many', async () => {
      const texts = serverTexts()
      const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      expect(await follow(texts, { maxBytes: bytes })).toMatchObject({ files: 3, unlowered: [] })
      const { followed, unlowered, partial } = await follow(texts, { maxBytes: bytes - 1 })
      expect([followed.length, unlowered.map(({ reason, cause }) => [reason, cause])]).toEqual([
        2,
        [[tooLarge, undefined]],
      ])
      expect(partial).toContain(tooLarge)
    })

    it('without time, which is no fault of theirs', async () => {
      const shares: number[] = []
      const { followed, unlowered, partial, flows } = await follow(serverTexts(), {
        followingMs: 0,
        onProgress: (share) => void shares.push(share),
      })
      expect([followed, flows]).toEqual([[], []])
      expect(byPath(unlowered)).toEqual(
        ['index.js', 'lib/name.js', 'lib/run.js'].map((path) => ({
          path,
          reason: 'the time limit was reached before its taint analysis',
          cause: 'service',
        })),
      )
      expect(partial).toBe('the taint analysis reached its time limit before 3 of 3 files')
      expect(shares.at(-1)).toBe(1)
    })

    it('of the parts behind the one that used up the time', async () => {
      const padding = `/*${'x'.repeat(1_000)}*/\n`.repeat(taintLimits.maxPartBytes / 4_000)
      const padded = (folder: string) =>
        Object.fromEntries(
          Object.entries(serverTexts()).map(([path, text]) => [
            `${folder}${path}`,
            path === 'index.js' ? text : `${text}${padding}`,
          ]),
        )
      const { unlowered, partial } = await follow({ ...padded(''), ...padded('other/') }, { followingMs: 1 })
      const late = unlowered.filter(({ reason }) => reason === 'the time limit was reached before its taint analysis')
      expect(late.map(({ cause }) => cause)).toEqual(['service', 'service', 'service'])
      expect(new Set(late.map(({ path }) => path.startsWith('other/'))).size).toBe(1)
      expect(partial).toContain('the taint analysis reached its time limit before 3 of 6 files')
    })
  })

  it('stops when the scan is ended', async () => {
    await expect(follow(serverTexts(), { signal: AbortSignal.abort(new Error('ended')) })).rejects.toThrow('ended')
  })
})

describe('files in the form in which data is followed', () => {
  it('are kept: after a change of one file only that one is brought into it again, with the same result', async () => {
    const texts = serverTexts()
    const [first, second, third] = [counted(), counted(), counted()]
    const report = await follow(texts, { results: first })
    expect(first.counts).toEqual({ found: 0, kept: 3 })
    expect(await follow(texts, { results: second })).toEqual(report)
    expect(second.counts).toEqual({ found: 3, kept: 0 })
    const changed = await follow({ ...texts, 'lib/name.js': `${texts['lib/name.js']}// changed\n` }, { results: third })
    expect(changed.flows).toEqual(report.flows)
    expect(third.counts).toEqual({ found: 2, kept: 1 })
  })

  it('are the same bytes as those that are made anew', async () => {
    const texts = serverTexts()
    const kept: Buffer[][] = [[], []]
    for (const units of kept)
      await follow(texts, {
        results: {
          ...fileResults,
          findUnits: async () => new Map(),
          keepUnits: async (made) => void units.push(...made.map(({ key, unit }) => Buffer.concat([key, unit]))),
        },
      })
    expect(kept[0]).toHaveLength(3)
    expect(kept[0]?.sort(Buffer.compare)).toEqual(kept[1]?.sort(Buffer.compare))
    await follow(texts)
    const found = await fileResults.findUnits((kept[0] ?? []).map((one) => one.subarray(0, 48)))
    for (const one of kept[0] ?? []) expect(found.get(one.subarray(0, 48).toString('hex'))).toEqual(one.subarray(48))
  })

  it('are those of one account where nobody else sees the source, and of all where everybody does', async () => {
    const known = async (texts: Texts, accountId: string, source: Partial<SourceIdentity> = {}) => {
      const results = counted()
      await follow(texts, { results, accountId, source })
      return results.counts.found
    }
    const [open, secret] = [serverTexts(), serverTexts()]
    expect(await known(open, 'anna')).toBe(0)
    expect(await known(open, 'bert')).toBe(3)
    expect(await known(open, 'anna', { isPrivate: true })).toBe(0)
    expect(await known(secret, 'anna', { isPrivate: true })).toBe(0)
    expect(await known(secret, 'anna', { isPrivate: true })).toBe(3)
    expect(await known(secret, 'bert', { isPrivate: true })).toBe(0)
    expect(await known(secret, 'carl')).toBe(0)
  })

  it('are those of one installation and one engine', async () => {
    const texts = serverTexts()
    const key = randomBytes(32)
    await follow(texts, { results: createFileResults({ db, key }) })
    for (const other of [
      createFileResults({ db, key: randomBytes(32) }),
      createFileResults({ db, key, version: 'other' }),
    ]) {
      const results = counted(other)
      await follow(texts, { results })
      expect(results.counts).toEqual({ found: 0, kept: 3 })
    }
  })

  it('are forgotten with those of their account, and no others', async () => {
    const [hers, his] = [serverTexts(), serverTexts()]
    const known = async (texts: Texts, accountId: string) => {
      const results = counted()
      await follow(texts, { results, accountId, source: { isPrivate: true } })
      return results.counts.found
    }
    await known(hers, 'dora')
    await known(his, 'emil')
    await fileResults.forget('account:dora')
    expect(await known(hers, 'dora')).toBe(0)
    expect(await known(his, 'emil')).toBe(3)
  })

  it('are removed after 30 days without use, and each use counts', async () => {
    const [used, unused] = [serverTexts(), serverTexts()]
    const now = new Date()
    const old = new Date(now.getTime() - (sourceFileLimits.resultRetentionDays + 1) * 24 * 60 * 60_000)
      .toISOString()
      .slice(0, 10)
    const kept: Buffer[] = []
    const noting: ResultCache = {
      ...fileResults,
      keepUnits: async (units) => {
        kept.push(...units.map(({ key }) => key))
        await fileResults.keepUnits(units)
      },
    }
    for (const texts of [used, unused]) await follow(texts, { results: noting })
    expect(kept).toHaveLength(6)
    for (const key of kept) await db.update(table).set({ usedOn: old }).where(eq(table.key, key))
    await follow(used)
    await tidyFileResults(db, now)
    const [again, anew] = [counted(), counted()]
    await follow(used, { results: again })
    await follow(unused, { results: anew })
    expect([again.counts.found, anew.counts.found]).toEqual([3, 0])
  })

  it('that cannot be read are left out and told, and the rest is followed', async () => {
    const texts = serverTexts()
    for (const rubbish of [Buffer.alloc(0), Buffer.from('rubbish'), randomBytes(1_000)]) {
      const results: ResultCache = {
        ...fileResults,
        async findUnits(keys) {
          const [first, ...others] = [...(await fileResults.findUnits(keys))]
          return new Map(first ? [[first[0], rubbish], ...others] : [])
        },
      }
      await follow(texts)
      const report = await follow(texts, { results })
      expect(report).toMatchObject({
        files: 2,
        partial: 'the stored representation of 1 of 3 files is unreadable',
        followed: [],
      })
      expect(report.unlowered.map(({ cause }) => cause)).toEqual(['service', 'service', 'service'])
    }
  })

  it('are kept by many scans at once', async () => {
    const texts = serverTexts()
    const reports = await Promise.all([
      follow(texts),
      follow(Object.fromEntries(Object.entries(texts).toReversed())),
      follow(texts),
    ])
    for (const report of reports) expect(ends(report)).toEqual(['command in lib/run.js:4'])
    const results = counted()
    await follow(texts, { results })
    expect(results.counts).toEqual({ found: 3, kept: 0 })
  })
})

describe('a child that does not do what it should', () => {
  const pool = createIsolationPool({
    tasks: new URL('../support/untrue-tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
  })
  afterAll(() => pool[Symbol.asyncDispose]())
  const named = (name: string): Texts => {
    const line = `// ${name} ${randomBytes(8).toString('hex')}\n`
    return { 'index.js': `${line}new McpServer()\n`, 'package.json': `${line}{}` }
  }

  it.each<[string, RegExp]>([
    ['lower: number', /1 of 1 files could not be converted for the taint analysis/],
    ['lower: other shape', /1 of 1 files could not be converted for the taint analysis/],
    ['lower: throws', /1 of 1 files could not be converted for the taint analysis/],
    ['lower: ends', /1 of 1 files could not be converted for the taint analysis/],
    ['follow: number', /the taint analysis returned an invalid report/],
    ['follow: other shape', /the taint analysis returned an invalid report/],
    ['follow: too many flows', /the taint analysis returned an invalid report|answered with more/],
    ['follow: throws', /^the taint analysis failed: /],
    ['follow: ends', /^the taint analysis failed: /],
  ])('is told: %s', async (deed, partial) => {
    const report = await follow(named(deed), { pool })
    expect(report.partial).toMatch(partial)
    expect(report.flows).toEqual([])
  })

  it.each<[string, 'service' | undefined]>([
    ['follow: number', undefined],
    ['follow: other shape', undefined],
    ['follow: throws', undefined],
    // The system may have killed the process.
    ['follow: ends', 'service'],
  ])('leaves the files of its part not followed: %s', async (deed, cause) => {
    const { followed, unlowered, notLowered } = await follow(named(deed), { pool })
    expect(followed).toEqual([])
    expect(unlowered).toEqual([
      {
        path: 'index.js',
        reason: expect.stringContaining('the taint analysis') as string,
        ...(cause && { cause }),
      },
    ])
    expect(notLowered).toBeUndefined()
  })

  it('is told by files and reasons, the first 20 of them', async () => {
    const server = (deed: string) =>
      Object.fromEntries(
        Array.from({ length: 11 }, (_none, index) => [
          `${deed.replace('lower: ', '')}/${index}.js`,
          `// ${deed} ${randomBytes(8).toString('hex')}\nnew McpServer()\n`,
        ]),
      )
    const { notLowered, partial } = await follow({ ...server('lower: throws'), ...server('lower: ends') }, { pool })
    expect(notLowered?.total).toBe(22)
    expect(notLowered?.files).toHaveLength(20)
    for (const { path, reason } of notLowered?.files ?? [])
      expect(reason).toBe(path.startsWith('throws/') ? 'its parser failed (Error)' : 'its parser crashed (SIGKILL)')
    expect(partial).toMatch(
      new RegExp(
        String.raw`^22 of 22 files could not be converted for the taint analysis, for example ` +
          String.raw`(?:throws\/\d+\.js \(its parser failed \(Error\)\)|` +
          String.raw`ends\/\d+\.js \(its parser crashed \(SIGKILL\)\))$`,
      ),
    )
  }, 120_000)

  it('leaves nothing behind for later scans', async () => {
    const texts = named('lower: other shape')
    await follow(texts, { pool })
    const results = counted()
    await follow(texts, { results })
    expect(results.counts).toEqual({ found: 0, kept: 1 })
  })
})
