import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { fileResults as table } from '../../../../src/service/db/scans/shared-results-schema.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { contentDigest } from '../../../../src/engine/model/content-digest.ts'
import { sourceFileLimits } from '../../../../src/engine/analysis/source-file-limits.ts'
import type { SourceIdentity } from '../../../../src/engine/model/target.ts'
import { createFileResults, tidyFileResults } from '../../../../src/service/scans/file-results.ts'
import type { ResultCache } from '../../../../src/engine/scanner/result-cache.ts'
import { lostReadings } from '../../../../src/engine/scanner/lost-readings.ts'
import { readSourceFiles, type ReadSourceFilesOptions } from '../../../../src/engine/scanner/read-source-files.ts'
import { heldSnapshot } from '../../../../src/engine/sources/held-snapshot.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { testIsolation } from '../../../support/test-isolation.ts'

const { db } = await testDatabase()
const isolation = testIsolation()
const key = randomBytes(32)
const fileResults = createFileResults({ db, key })

type Texts = Readonly<Record<string, string | Buffer>>

function snapshotOf(texts: Texts, source: Partial<SourceIdentity> = {}) {
  const files = Object.entries(texts).map(([path, text]) => {
    const content = Buffer.from(text)
    return [path, { path, size: content.length, content }] as const
  })
  return heldSnapshot({
    source: { type: 'git', canonicalUrl: 'https://git.example/a/b', revision: 'c0ffee', digest: 'sha256-', ...source },
    files: new Map(files),
    skipped: [],
  })
}

/** Reads files like a scan. */
function read(
  texts: Texts,
  {
    source,
    results = fileResults,
    ...options
  }: Partial<ReadSourceFilesOptions> & {
    readonly source?: Partial<SourceIdentity>
    readonly results?: ResultCache
  } = {},
) {
  return readSourceFiles(
    { isolation, fileResults: results },
    { snapshot: snapshotOf(texts, source), accountId: 'anna', signal: AbortSignal.timeout(60_000), ...options },
  )
}

/** Returns content that no other test has. */
const unique = () => `require('${randomBytes(8).toString('hex')}')\n`

describe('the source files of a project', () => {
  it('are read in every language, in the order of the snapshot, and nothing else is', async () => {
    const shares: number[] = []
    const { facts, coverage } = await read(
      {
        'README.md': '# not',
        'b.ts': "import 'b'",
        'a.js': "require('a')",
        'bin/tool': '#!/usr/bin/env node\nrequire("tool")',
        LICENSE: 'text',
        'c/d.py': 'import c',
        'video.ts': Buffer.alloc(600, 0x47).fill(0, 1, 188).fill(0, 189, 376),
      },
      { onProgress: (share) => shares.push(share) },
    )
    expect(
      [...facts].map(([path, { language, imports }]) => [path, language, ...imports.map(({ specifier }) => specifier)]),
    ).toEqual([
      ['b.ts', 'typescript', 'b'],
      ['a.js', 'javascript', 'a'],
      ['bin/tool', 'javascript', 'tool'],
      ['c/d.py', 'python', 'c'],
    ])
    expect(coverage).toEqual({
      files: 4,
      bytes: 65,
      known: 0,
      skipped: { total: 0, files: [] },
      setAside: { total: 0, files: [] },
    })
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
  })

  it('that cannot be parsed are a gap, but not among tests, examples, templates and declarations', async () => {
    const broken = '= broken ='
    const { coverage } = await read({
      'src/a.js': broken,
      'lib/b.py': 'print "x"',
      'src/templates.js': broken,
      'test/a.js': broken,
      'src/a.test.ts': broken,
      'test_a.py': broken,
      'src/templates/a.js': 'let {{ name }}',
      '{{cookiecutter.name}}/a.py': 'import {{ x }}',
      'examples/a.js': broken,
      'types/a.d.ts': broken,
    })
    expect(coverage.skipped).toEqual({
      total: 3,
      files: [
        { path: 'lib/b.py', reason: 'it has Python 2 syntax on line 1' },
        { path: 'src/a.js', reason: 'it has a syntax error on line 1' },
        { path: 'src/templates.js', reason: 'it has a syntax error on line 1' },
      ],
    })
    expect(coverage.setAside.files.map(({ path }) => path)).toEqual([
      'examples/a.js',
      'src/a.test.ts',
      'src/templates/a.js',
      'test/a.js',
      'test_a.py',
      'types/a.d.ts',
      '{{cookiecutter.name}}/a.py',
    ])
  })

  it.each<[string, string, Texts]>([
    ['by the name of the file', 'src/templates/a.js', { 'src/b.js': "require('./templates/a.js')" }],
    ['without its extension', 'tests/a.ts', { 'index.mjs': "import('./tests/a')" }],
    ['by its compiled name', 'tests/a.mts', { 'index.mts': "export * from './tests/a.mjs'" }],
    ['as a folder', 'src/templates/index.js', { 'src/b.js': "import './templates/'" }],
    ['as a declaration that is loaded', 'src/x.d.ts', { 'src/b.js': "require('./x.d.ts')" }],
    ['from a module of Python beside it', 'pkg/templates/a.py', { 'pkg/b.py': 'from .templates import a' }],
    ['from a module of Python below it', 'pkg/tests/__init__.py', { 'pkg/deep/b.py': 'from .. import tests' }],
    ['by the whole name of the module', 'src/pkg/tests/a.py', { 'src/pkg/b.py': 'import pkg.tests.a' }],
    [
      'through others that are understood',
      'tests/a.js',
      { 'src/b.js': "import '../tests/c.js'", 'tests/c.js': "import './a.js'" },
    ],
  ])(
    'that nobody understands are a gap among tests and templates too, where code of the project imports them: %s',
    async (_how, path, texts) => {
      const { coverage } = await read({ [path]: '= broken =', ...texts })
      expect(coverage.skipped).toEqual({
        total: 1,
        files: [{ path, reason: expect.stringMatching(/, and the project imports or starts it$/) }],
      })
      expect(coverage.setAside.total).toBe(0)
    },
  )

  it.each<[string, string, Texts]>([
    ['only tests', 'tests/a.js', { 'tests/b.js': "import './a.js'", 'src/c.js': "import 'tests/a.js'" }],
    [
      'only the type checker',
      'src/x.d.ts',
      { 'src/b.ts': "import type { X } from './x.d.ts'", 'src/c.ts': "import './x'" },
    ],
  ])('that nobody understands are no gap where %s ask for them', async (_who, path, texts) => {
    const { coverage } = await read({ [path]: '= broken =', ...texts })
    expect([coverage.skipped.total, coverage.setAside.files.map((file) => file.path)]).toEqual([0, [path]])
  })

  it('that stop their parser are a gap wherever they are', async () => {
    const { facts, coverage } = await read({ 'test/deep.py': '('.repeat(300_000), 'a.js': unique() })
    expect(coverage.skipped.files).toEqual([
      { path: 'test/deep.py', reason: expect.stringMatching(/nested too deeply|took longer|memory|crashed/) },
    ])
    expect([...facts.keys()]).toEqual(['a.js'])
  })

  it('that are too large are named with the bound', async () => {
    const { coverage } = await read({
      'a.js': Buffer.alloc(sourceFileLimits.maxFileBytes + 1, ' '),
      'test/a.js': Buffer.alloc(sourceFileLimits.maxFileBytes + 1, ' '),
    })
    expect(coverage.skipped).toEqual({ total: 1, files: [{ path: 'a.js', reason: 'it is larger than 5 MB' }] })
    expect(coverage.setAside.total).toBe(1)
  })

  it('are counted where they are too many to be named', async () => {
    const { coverage } = await read(
      Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`${index}.js`, `= ${index}`])),
    )
    expect(coverage.skipped.total).toBe(130)
    expect(coverage.skipped.files).toHaveLength(sourceFileLimits.maxFilesNamed)
  })

  it('for which no time is left are named, and the scan goes on', async () => {
    const { facts, coverage } = await read({ 'a.js': unique(), 'test/b.js': unique() }, { totalMs: 1 })
    expect([...facts.keys(), ...coverage.skipped.files.map(({ path }) => path)].sort()).toEqual(['a.js', 'test/b.js'])
    expect(coverage.skipped.files[0]).toMatchObject({ reason: 'no time was left to read it' })
  })

  it('are read no further when the scan is ended', async () => {
    await expect(read({ 'a.js': unique() }, { signal: AbortSignal.abort(new Error('ended')) })).rejects.toThrow('ended')
  })
})

describe('a change that uses up the time for reading', () => {
  const children = createIsolationPool({
    tasks: new URL('../support/untrue-tasks.ts', import.meta.url),
    log: pino({ level: 'silent' }),
    children: 1,
  })
  afterAll(() => children[Symbol.asyncDispose]())
  const readWith = (texts: Texts, totalMs: number) =>
    readSourceFiles(
      { isolation: children, fileResults },
      { snapshot: snapshotOf(texts), accountId: 'anna', signal: AbortSignal.timeout(60_000), totalMs },
    )
  const deed = (what: string) => `// read: ${what} ${randomBytes(8).toString('hex')}\n`
  const nothing = { packages: [], settings: [], locked: [], asking: [], unlocked: [] }
  const lostBetween = async (texts: Texts, changed: Texts) => {
    const base = await readWith(texts, 60_000)
    // Starting the child process uses a part of this time.
    const head = await readWith({ ...texts, ...changed }, 7_000)
    const record = ({ facts, unread }: typeof base) => ({
      ...nothing,
      followed: [...facts.keys()],
      parsed: [],
      unread: unread.map((file) => ({ ...file, kind: 'code' as const })),
    })
    return lostReadings(record(base), record(head), new Set()).map(({ kind, path }) => `${kind} ${path}`)
  }

  // Retried, because the service blames itself if a busy machine gives the child process no CPU time.
  it('makes the files behind unreadable', { retry: 3, timeout: 60_000 }, async () => {
    const long = () => `${unique()}${'// long\n'.repeat(1_000)}`
    expect(
      await lostBetween({ 'a.js': unique(), 'z.js': long() }, { 'slow.js': deed('loops'), 'z.js': long() }),
    ).toEqual(['file z.js'])
  })

  it('is not to blame for a child that only waits', { timeout: 60_000 }, async () => {
    const long = () => `${unique()}${'// long\n'.repeat(1_000)}`
    expect(
      await lostBetween({ 'a.js': unique(), 'z.js': long() }, { 'slow.js': deed('waits'), 'z.js': long() }),
    ).toEqual([])
  })
})

describe('the stored reading of a file', () => {
  it('is reused by the next scan: after a change of one file of 200, only that one is read', async () => {
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`src/${index}.js`, unique()]))
    const first = await read(texts)
    expect(first.coverage).toMatchObject({ files: 200, known: 0 })
    const second = await read({ ...texts, 'src/7.js': unique() })
    expect(second.coverage).toMatchObject({ files: 200, known: 199 })
    expect([...second.facts.keys()]).toEqual([...first.facts.keys()])
    expect(second.facts.get('src/8.js')).toEqual(first.facts.get('src/8.js'))
    expect(second.facts.get('src/7.js')).not.toEqual(first.facts.get('src/7.js'))
  })

  it('is kept for files that cannot be parsed, and not for those that ran out of stack', async () => {
    const texts = { 'a.js': `= ${unique()}`, 'b.py': '('.repeat(300_000) }
    const first = await read(texts)
    const second = await read(texts)
    expect(second.coverage.known).toBe(1)
    expect(second.coverage.skipped.total).toBe(first.coverage.skipped.total)
  })

  it('of a public source is shared by its scans, and of a private or internal one by its own account', async () => {
    const known = async (text: string, accountId: string | undefined, source: Partial<SourceIdentity>) => {
      const { coverage } = await readSourceFiles(
        { isolation, fileResults },
        {
          snapshot: snapshotOf({ 'a.js': text }, source),
          signal: AbortSignal.timeout(60_000),
          ...(accountId !== undefined && { accountId }),
        },
      )
      return coverage.known
    }
    const text = unique()
    expect(await known(text, 'anna', {})).toBe(0)
    expect(await known(text, 'bert', {})).toBe(1)
    expect(await known(text, 'bert', { canonicalUrl: 'https://git.example/a/other' })).toBe(0)
    expect(await known(text, 'anna', { isPrivate: true })).toBe(0)
    for (const secret of [{ isPrivate: true }, { isInternal: true }] as const) {
      const hers = unique()
      expect(await known(hers, 'anna', secret)).toBe(0)
      expect(await known(hers, 'anna', secret)).toBe(1)
      expect(await known(hers, 'bert', secret)).toBe(0)
      expect(await known(hers, 'carl', {})).toBe(0)
      expect(await known(hers, undefined, {})).toBe(0)
    }
    const folder = unique()
    expect(await known(folder, undefined, { type: 'folder' })).toBe(0)
    expect(await known(folder, undefined, { type: 'folder' })).toBe(1)
    expect(await known(folder, 'anna', {})).toBe(0)
  })

  it('does not hold for another class of path, another engine, or another installation', async () => {
    const text = unique()
    expect((await read({ 'a.js': text })).coverage.known).toBe(0)
    expect((await read({ 'b.js': text })).coverage.known).toBe(1)
    for (const path of ['a.mjs', 'a.ts', 'test/a.js'])
      expect((await read({ [path]: text })).coverage.known, path).toBe(0)
    expect(
      (await read({ 'a.js': text }, { results: createFileResults({ db, key, version: 'other' }) })).coverage.known,
    ).toBe(0)
    expect(
      (await read({ 'a.js': text }, { results: createFileResults({ db, key: randomBytes(32) }) })).coverage.known,
    ).toBe(0)
  })

  it('is read again if the stored one has another shape', async () => {
    const text = unique()
    const stored = fileResults.keyOf('source:https://git.example/a/b', {
      pathClass: 'js project',
      contentDigest: contentDigest({ content: Buffer.from(text) }),
    })
    await fileResults.keep([{ key: stored, result: { facts: { language: 'klingon' } } }])
    const { facts, coverage } = await read({ 'a.js': text })
    expect(coverage.known).toBe(0)
    expect(facts.get('a.js')).toMatchObject({ language: 'javascript' })
  })

  it('is stored although names have what a database does not take', async () => {
    const text = `require("\\0\\ud800${randomBytes(4).toString('hex')}")`
    await read({ 'a.js': text })
    const again = await read({ 'a.js': text })
    expect(again.coverage.known).toBe(1)
    expect(again.facts.get('a.js')?.imports).toHaveLength(1)
  })

  it('is kept by many scans at once', async () => {
    const texts = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.js`, unique()]))
    const reversed = Object.fromEntries(Object.entries(texts).toReversed())
    const scans = await Promise.all([read(texts), read(reversed), read(texts)])
    for (const { facts } of scans) expect(facts.size).toBe(50)
    expect((await read(texts)).coverage.known).toBe(50)
  })

  it('is removed after 30 days without use, and each use counts', async () => {
    const [used, unused] = [unique(), unique()]
    await read({ 'a.js': used, 'b.js': unused })
    const [usedKey, unusedKey] = [used, unused].map((text) =>
      fileResults.keyOf('source:https://git.example/a/b', {
        pathClass: 'js project',
        contentDigest: contentDigest({ content: Buffer.from(text) }),
      }),
    )
    const now = new Date()
    const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 24 * 60 * 60_000).toISOString().slice(0, 10)
    for (const one of [usedKey, unusedKey])
      await db
        .update(table)
        .set({ usedOn: day(sourceFileLimits.resultRetentionDays + 1) })
        .where(eq(table.key, one ?? Buffer.of()))
    expect((await read({ 'a.js': used })).coverage.known).toBe(1)
    await tidyFileResults(db, now)
    expect((await read({ 'a.js': used })).coverage.known).toBe(1)
    expect((await read({ 'a.js': unused })).coverage.known).toBe(0)
  })
})
