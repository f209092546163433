import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { VulnerableFunction } from '../../../src/engine/reachability/vulnerable-functions.ts'
import { PackageStore } from '../../../src/engine/scanner/reachability/package-store.ts'
import { createFileResults } from '../../../src/service/scans/file-results.ts'
import { syncEcosystem } from '../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { rematchWorld } from '../registry/rematching/rematch-world.ts'
import { advisorySync } from '../scans/advisories/support/advisory-sync.ts'
import { affects, feedFolder, type RecordParts } from '../scans/advisories/support/feed-folder.ts'
import { component } from '../scans/advisories/support/npm-component.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { db, anonymous } = api
const store = new PackageStore(
  createFileResults({ db, key: api.masterKey.derive('file-results') }),
  sourceContext(),
  'public',
)
const [affectedDigest, fixedDigest] = ['a'.repeat(64), 'b'.repeat(64)]
const found = (index: number): VulnerableFunction => ({
  path: 'lib/parse.js',
  name: `parse${index}`,
  line: index + 1,
  change: 'changed',
  signs: ['condition'],
})

async function keepDerived(functions: readonly VulnerableFunction[], fixedVersion = '1.5.0') {
  const fix = { ecosystem: 'npm', name: 'lib', advisoryId: 'GHSA-late', fixedVersion } as const
  const record = { affectedVersion: '1.4.9', affectedDigest, fixedDigest }
  await store.keepFix(fix, record)
  await store.keepFunctions(
    { ...fix, ...record },
    {
      ecosystem: 'npm',
      name: 'lib',
      affectedVersion: '1.4.9',
      fixedVersion,
      confidence: 'high',
      functions: [...functions],
    },
  )
}

const record = (parts: Partial<RecordParts> = {}): RecordParts => ({
  id: 'GHSA-late',
  aliases: ['CVE-2026-90001'],
  summary: 'A flaw of lib',
  published: '2026-01-05T00:00:00Z',
  affected: [affects('lib', { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'HIGH' },
  ...parts,
})
const read = async (id = 'GHSA-late') => (await anonymous('GET', `/api/v1/advisories/${id}`)).json.data
interface ShownPackage {
  readonly ecosystem: string
  readonly name: string
  readonly fixedVersions: string[]
  readonly vulnerableFunctions:
    | { readonly fixedVersion: string; readonly functions: VulnerableFunction[]; readonly functionCount: number }[]
    | null
}
const firstPackage = async () => ((await read())['packages'] as ShownPackage[])[0]

async function publishedWorld(records: readonly RecordParts[], owner?: string) {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, file_results cascade`,
  )
  const world = await rematchWorld({ db, sql: api.sql, [Symbol.asyncDispose]: async () => {} }, feedFolder(), {
    owner: owner ?? (await api.account(`owner ${randomUUID()}`)).accountId,
  })
  await world.sync(records)
  return world
}

it('describes the advisory: ranges, fixed versions, links, and exploitation', async () => {
  await publishedWorld([
    record({
      affected: [
        affects('other', { introduced: '2.0.0' }, { last_affected: '2.1.0' }),
        affects('lib', { introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.0.1' }),
      ],
      references: [
        { type: 'FIX', url: 'https://code.example/commit' },
        { type: 'WEB', url: 'javascript:alert(1)' },
        { url: 'https://code.example/note' },
      ],
    }),
  ])
  await db.execute(sql`
    insert into known_exploited (cve, added_at, ransomware) values ('CVE-2026-90001', '2026-02-01', true)`)
  expect(await read('CVE-2026-90001')).toMatchObject({
    id: 'GHSA-late',
    published: '2026-01-05T00:00:00.000Z',
    kev: { addedAt: '2026-02-01', ransomware: true },
    references: [
      { type: 'FIX', url: 'https://code.example/commit' },
      { type: 'WEB', url: 'https://code.example/note' },
    ],
    packages: [
      {
        name: 'lib',
        ranges: [
          {
            type: 'SEMVER',
            events: [{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.0.1' }],
          },
        ],
        fixedVersions: ['1.5.0', '2.0.1'],
      },
      {
        name: 'other',
        ranges: [{ events: [{ introduced: '2.0.0' }, { lastAffected: '2.1.0' }] }],
        fixedVersions: [],
        vulnerableFunctions: null,
        vulnerableFunctionsReason: 'no-fixed-version',
      },
    ],
  })
})

it('lists no Git commits as fixed versions', async () => {
  const commits = {
    type: 'GIT',
    repo: 'https://code.example/lib',
    events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }],
  }
  await publishedWorld([
    record({
      affected: [
        { package: { ecosystem: 'npm', name: 'commits' }, ranges: [commits], versions: ['1.0.0'] },
        {
          package: { ecosystem: 'npm', name: 'lib' },
          ranges: [commits, { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }],
        },
      ],
    }),
  ])
  expect((await read())['packages']).toEqual([
    {
      ecosystem: 'npm',
      name: 'commits',
      ranges: [],
      versions: ['1.0.0'],
      fixedVersions: [],
      vulnerableFunctions: null,
      vulnerableFunctionsReason: 'no-fixed-version',
    },
    {
      ecosystem: 'npm',
      name: 'lib',
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }],
      versions: [],
      fixedVersions: ['1.5.0'],
      vulnerableFunctions: null,
      vulnerableFunctionsReason: 'no-affected-project',
    },
  ])
})

it('lists the packages of all ecosystems, each with all of its entries', async () => {
  await publishedWorld([record({ id: 'GHSA-other', aliases: [] })])
  const feed = feedFolder()
  const range = (fixed: string) => ({ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] })
  const affected = [
    ...Array.from({ length: 250 }, (_, index) =>
      affects('lib', { introduced: `1.${index}.0` }, { fixed: `1.${index}.1` }),
    ),
    affects('zlib', { introduced: '0' }, { fixed: '3.0.0' }),
    { package: { ecosystem: 'PyPI', name: 'lib' }, ranges: [range('2.0')] },
  ]
  for (const ecosystem of ['npm', 'PyPI'] as const) {
    feed.publish([record({ affected })], ecosystem)
    await syncEcosystem(advisorySync(api, [feed.base]), ecosystem, { signal: new AbortController().signal })
  }
  const packages = (await read())['packages'] as ShownPackage[]
  expect(packages.map(({ ecosystem, name, fixedVersions }) => [ecosystem, name, fixedVersions.length])).toEqual([
    ['PyPI', 'lib', 1],
    ['npm', 'lib', 100],
    ['npm', 'zlib', 1],
  ])
})

it('has the functions that were derived, only if the caller can see an affected project', async () => {
  const world = await publishedWorld([record()])
  await keepDerived([found(0)])
  expect(await firstPackage()).toMatchObject({
    vulnerableFunctions: null,
    vulnerableFunctionsReason: 'no-affected-project',
  })
  await world.scanServer('server', [component('lib', '1.0.0')])
  await world.sync([record({ summary: 'Changed' })])
  await world.rematch()
  const shown = await firstPackage()
  expect(shown).not.toHaveProperty('vulnerableFunctionsReason')
  expect(shown).toMatchObject({
    vulnerableFunctions: [
      {
        affectedVersion: '1.4.9',
        fixedVersion: '1.5.0',
        affectedDigest,
        fixedDigest,
        confidence: 'high',
        functions: [found(0)],
        functionCount: 1,
      },
    ],
  })
  await db.execute(sql`truncate file_results`)
  expect(await firstPackage()).toMatchObject({ vulnerableFunctions: null, vulnerableFunctionsReason: 'not-derived' })
})

it('shows the functions of a fix only to callers who can see a project with a version that it fixes', async () => {
  const owner = await api.account(`owner ${randomUUID()}`)
  const affected = [
    affects('lib', { introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.0.1' }),
  ]
  const world = await publishedWorld([record({ affected })], owner.accountId)
  const fixesFor = async (call: typeof anonymous) => {
    const { json } = await call('GET', '/api/v1/advisories/GHSA-late')
    const [shown] = json.data['packages'] as ShownPackage[]
    return shown?.vulnerableFunctions?.map(({ fixedVersion }) => fixedVersion) ?? []
  }
  await keepDerived([found(0)])
  await keepDerived([found(0)], '2.0.1')
  await world.scanServer('server', [component('lib', '1.0.0')])
  await world.scanRepository(7, [component('lib', '2.0.0')])
  await world.sync([record({ affected, summary: 'Changed' })])
  await world.rematch()
  const stranger = await api.account(`stranger ${randomUUID()}`)
  expect([await fixesFor(anonymous), await fixesFor(stranger.call), await fixesFor(owner.call)]).toEqual([
    ['1.5.0'],
    ['1.5.0'],
    ['1.5.0', '2.0.1'],
  ])
})

it('lists a bounded number of functions, with names on one line', async () => {
  const world = await publishedWorld([record()])
  await world.scanServer('server', [component('lib', '1.0.0')])
  await world.sync([record({ summary: 'Changed' })])
  await world.rematch()
  await keepDerived([{ ...found(0), name: 'a\u202e\nb' }, ...Array.from({ length: 99 }, (_, index) => found(index))])
  const { functions = [], functionCount } = (await firstPackage())?.vulnerableFunctions?.[0] ?? {}
  expect([functions.length, functionCount, functions[0]?.name]).toEqual([50, 100, 'a b'])
})

it('says why a package has no functions', async () => {
  await publishedWorld([record(), record({ id: 'MAL-2026-1', aliases: [], affected: [affects('lib')] })])
  expect(await read('MAL-2026-1')).toMatchObject({
    isMalware: true,
    packages: [{ vulnerableFunctions: null, vulnerableFunctionsReason: 'malware' }],
  })
})

it('has an entity tag, and rejects hostile IDs', async () => {
  await publishedWorld([record()])
  const first = await anonymous('GET', '/api/v1/advisories/GHSA-late')
  const tag = first.headers.get('etag') ?? ''
  const again = await anonymous('GET', '/api/v1/advisories/GHSA-late', undefined, { 'if-none-match': tag })
  expect([first.status, again.status]).toEqual([200, 304])
  for (const [id, status] of [
    ['GHSA-none', 404],
    ["'; drop table advisories; --", 404],
    ['..%2F..%2Fetc%2Fpasswd', 404],
    ['%00', 400],
    ['x'.repeat(300), 400],
    ['%ff', 400],
  ] as const) {
    const { status: actual, json } = await anonymous('GET', `/api/v1/advisories/${id}`)
    expect([id, actual]).toEqual([id, status])
    expect(json.error.message).toMatch(/Check|Correct|percent-encoding/)
  }
  expect((await read())['id']).toBe('GHSA-late')
})
