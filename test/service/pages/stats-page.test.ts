import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../src/service/pages/stats/csv.ts'
import { countRegistryFigures } from '../../../src/service/registry/counts/keep-counts.ts'
import { storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { enterStored, storeScan } from '../registry/entered-scan.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi()
const { db } = api
const read = (path: string) => api.anonymous('GET', path)

it('uses the singular for one server, and says that nothing was counted yet', async () => {
  await insertServers(db, [serverRow('only', { slug: 'npm-only', securityScore: null, grade: null })])
  const words = shown((await read('/stats')).text)
  expect(words).toContain('1 server ')
  expect(words).not.toContain('1 servers')
  expect(words).toMatch(/no complete scan 1 /)
  expect(words).toContain('The first count has not finished yet.')
  expect((await read('/stats/weaknesses.csv')).text).toBe('group,value,servers_in_group,by,id,title,servers\r\n')
})

describe('the figures of the statistics', () => {
  it('are shown for a group of servers, and can be downloaded', async () => {
    // Uses a separate service, because a process caches the figures for a minute.
    const other = await testApi()
    const { accountId } = await other.account('statistics')
    const scanId = await storeScan(other.db, accountId, {
      source: { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/weak', revision: '1.0.0' },
      findings: [storedFinding({ ruleId: 'command-injection', category: 'code', severity: 'high' })],
    })
    await enterStored(other.db, scanId, '1.0.0')
    await other.sql`update registry_servers set language = 'typescript'`
    await insertServers(other.db, [serverRow('odd', { slug: 'npm-odd', language: hostile.slice(0, 50) })])
    await countRegistryFigures(other.db, new Date('2026-04-01T12:00:00Z'))
    const get = (path: string) => other.anonymous('GET', path)

    const all = await get('/stats')
    expect(shown(all.text)).toMatch(/CWE-78 Command injection 1 /)
    expect(shown(all.text)).toContain('Weaknesses and times were counted on 1 April 2026 at 12:00 UTC.')
    expect(shown(all.text)).toMatch(/Critical or high too few fixed periods 0 1 0 /)
    expectInert(all.text, { isShown: false })
    const ofLanguage = await get('/stats?language=typescript')
    expect(shown(ofLanguage.text)).toMatch(/Weaknesses in servers with typescript .*1 scanned server\./)
    for (const query of ['?language=nothing', '?sdk=%00', `?language=${encodeURIComponent(hostile)}`, '?sdk[]=x']) {
      const { status, text } = await get(`/stats${query}`)
      expect(status, query).toBe(200)
      expectInert(text, { isShown: false })
    }

    const csv = await get('/stats/weaknesses.csv')
    expect([
      csv.status,
      csv.headers.get('content-type'),
      csv.headers.get('cache-control'),
      csv.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'public, max-age=3600', 'attachment; filename="assay-weaknesses.csv"'])
    expect(csv.text).toContain('all,,2,cwe,CWE-78,,1\r\n')
    expect((await get('/stats/grades.csv')).text).toMatch(/^dimension,value,servers\r\ngrade,A\+,/)
    expect(JSON.parse((await get('/stats/registry.json')).text)).toMatchObject({
      countedAt: '2026-04-01T12:00:00.000Z',
      timeToFix: [{ severity: 'critical' }, { severity: 'high', fixed: 0, open: 1, medianDays: null }],
    })
    expect((await other.anonymous('POST', '/stats/grades.csv')).status).toBe(405)
  })
})

describe('a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['a"b,c', '"a""b,c"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['plain', 'plain'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvOf(['column'], [[text]])).toBe(`column\r\n${cell}\r\n`)
  })

  it('keeps numbers, and leaves null empty', () => {
    expect(csvOf(['a', 'b'], [[-1, null]])).toBe('a,b\r\n-1,\r\n')
  })
})
