import { describe, expect, it } from 'vitest'
import { listServersOfRule, readFigures } from '../../../src/service/db/registry/figures.ts'
import { addMissingServerRules } from '../../../src/service/db/registry/missing-server-rules.ts'
import { countRegistryFigures } from '../../../src/service/registry/counts/keep-counts.ts'
import { storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { enterStored, storeScan } from './entered-scan.ts'

const api = await testApi()
const { db, sql } = api
const { accountId } = await api.account('figures')

const finding = (ruleId: string, fingerprint: string) =>
  storedFinding({ ruleId, fingerprint, category: 'code', severity: 'high', precision: 'high' })
const enter = async (
  name: string,
  revision: string,
  completedAt: Date,
  findings: readonly ReturnType<typeof finding>[],
) => {
  const scanId = await storeScan(db, accountId, {
    source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision },
    findings,
    completedAt,
    components: [],
  })
  await enterStored(db, scanId, revision)
}
const march = (day: number) => new Date(Date.UTC(2026, 2, day))
const kept = () => sql`select rule_id, findings from registry_server_rules order by rule_id, findings`

await enter('twice', '1.0.0', march(1), [finding('command-injection', 'a'), finding('command-injection', 'b')])
await enter('other', '1.0.0', march(2), [finding('command-injection', 'c'), finding('path-traversal', 'd')])
await enter('clean', '1.0.0', march(3), [])

describe('the rules of each server', () => {
  it('are counted with their findings, and follow the current version', async () => {
    expect(await kept()).toMatchObject([
      { rule_id: 'command-injection', findings: 1 },
      { rule_id: 'command-injection', findings: 2 },
      { rule_id: 'path-traversal', findings: 1 },
    ])
    await enter('twice', '1.0.1', march(11), [])
    expect(await kept()).toMatchObject([
      { rule_id: 'command-injection', findings: 1 },
      { rule_id: 'path-traversal', findings: 1 },
    ])
  })

  it('are counted later for findings that were stored without them, and once', async () => {
    const before = [...(await kept())]
    await sql`delete from registry_server_rules`
    expect(await addMissingServerRules(db)).toBe(1)
    expect([...(await kept())]).toEqual(before)
    expect(await addMissingServerRules(db)).toBe(0)
    expect([...(await kept())]).toEqual(before)
  })

  it('lead to public servers only', async () => {
    const read = async () => listServersOfRule(db, 'command-injection', { limit: 20 })
    expect(await read()).toEqual({
      servers: [{ slug: 'npm-other', name: 'other', grade: 'C', findings: 1 }],
      total: 1,
      isMore: false,
    })
    await sql`update registry_servers set hidden_at = now() where slug = 'npm-other'`
    expect(await read()).toEqual({ servers: [], total: 0, isMore: false })
    await sql`update registry_servers set hidden_at = null where slug = 'npm-other'`
  })

  it('are read without hidden servers, and most downloads first', async () => {
    await enter('unmeasured', '1.0.0', march(12), [finding('path-traversal', 'f')])
    await enter('popular', '1.0.0', march(12), [finding('path-traversal', 'g')])
    const read = async (most: number) => {
      const { servers, ...rest } = await listServersOfRule(db, 'path-traversal', { limit: 2, read: most })
      return { ...rest, servers: servers.map(({ name }) => name) }
    }
    await sql`update registry_servers set downloads = 900 where slug = 'npm-popular'`
    await sql`update registry_servers set downloads = 10 where slug = 'npm-other'`
    expect(await read(20)).toEqual({ servers: ['popular', 'other'], total: 3, isMore: false })
    await sql`update registry_servers set hidden_at = now() where slug <> 'npm-popular'`
    expect(await read(1)).toEqual({ servers: ['popular'], total: 1, isMore: true })
    expect(await read(20)).toEqual({ servers: ['popular'], total: 1, isMore: false })
    await sql`update registry_servers set hidden_at = null`
    await sql`delete from registry_servers where slug in ('npm-popular', 'npm-unmeasured')`
  })
})

describe('the figures of the registry', () => {
  it('count each server once per weakness, by language and SDK, and skip hidden servers', async () => {
    const [stored] = await sql<{ id: number }[]>`
      insert into package_versions (ecosystem, package_name, version) values ('npm', 'fastmcp', '1.0.0') returning id`
    await sql`update inventories set package_versions = array[${stored?.id ?? 0}::int]`
    await enter('hidden', '1.0.0', march(4), [finding('sql-injection', 'e')])
    await sql`update registry_servers set hidden_at = now() where slug = 'npm-hidden'`
    await sql`update registry_servers set language = 'python' where slug = 'npm-other'`
    await countRegistryFigures(db, march(20))
    const figures = await readFigures(db)
    expect(figures?.countedAt).toEqual(march(20))
    expect(figures?.groups).toEqual([
      { kind: 'all', value: '', servers: 3 },
      { kind: 'language', value: '', servers: 2 },
      { kind: 'language', value: 'python', servers: 1 },
      { kind: 'sdk', value: 'fastmcp', servers: 3 },
    ])
    const counts = (kind: string, by: string) =>
      figures?.weaknesses
        .filter((count) => count.kind === kind && count.by === by)
        .map(({ value, id, servers }) => `${value} ${id} ${servers}`)
    expect(counts('all', 'rule')).toEqual([' command-injection 1', ' path-traversal 1'])
    expect(counts('language', 'rule')).toEqual(['python command-injection 1', 'python path-traversal 1'])
    expect(counts('sdk', 'cwe')).toContain('fastmcp CWE-78 1')
  })

  it('take a time to fix only from a new version', async () => {
    const figures = await readFigures(db)
    expect(figures?.timeToFix).toEqual([
      { severity: 'critical', fixed: 0, open: 0, otherwise: 0, medianDays: null },
      { severity: 'high', fixed: 1, open: 1, otherwise: 0, medianDays: 10 },
    ])
  })
})
