import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { scoreChangeLimits } from '../../../src/service/db/registry/score-changes.ts'
import { registryHistory } from '../../../src/service/db/registry/servers-schema.ts'
import { gradeOf } from '../../../src/engine/model/score.ts'
import { pageLimits } from '../../../src/service/pages/page-limits.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi({ installPage: { url: () => 'https://github.example/apps/assay/installations/new' } })
const { db } = api
const read = (path: string) => api.anonymous('GET', path)
const names = (page: string) =>
  [...page.matchAll(/<a class="name" href="[^"]+"><bdi>([^<]*)</g)].map((match) => match[1])

const empty = await Promise.all(['most-used', 'recently-worse', 'recently-fixed'].map((list) => read(`/?list=${list}`)))

type Point = Partial<typeof registryHistory.$inferInsert> & { readonly score: number; readonly daysAgo: number }

/** Inserts a server with this score history, oldest first. */
async function serverWithHistory(name: string, points: readonly Point[], more: Parameters<typeof serverRow>[1] = {}) {
  const server = serverRow(name, { securityScore: points.at(-1)?.score ?? null, ...more })
  await insertServers(db, [server])
  await db.insert(registryHistory).values(
    points.map(({ score, daysAgo, ...point }, index) => ({
      serverId: server.id,
      number: index + 1,
      scanId: 'scan_1',
      scannedAt: new Date(Date.now() - daysAgo * 86_400_000),
      securityScore: score,
      grade: gradeOf(score),
      vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
      version: `1.0.${index}`,
      cause: 'code' as const,
      method: '1',
      ...point,
    })),
  )
}

const points = (...scores: readonly number[]): Point[] =>
  scores.map((score, index) => ({ score, daysAgo: 2 + scores.length - index }))

await serverWithHistory('worse by code', [
  { score: 90, daysAgo: 3 },
  { score: 40, daysAgo: 2 },
])
await serverWithHistory('worse by advisory', [
  { score: 90, daysAgo: 9 },
  {
    score: 60,
    daysAgo: 9,
    changedAt: new Date(),
    cause: 'advisory',
    advisories: ['GHSA-aaaa-bbbb-cccc', 'CVE-2026-1'],
  },
])
await serverWithHistory('worse, then the same', points(90, 50, 50))
await serverWithHistory('worse, then fixed', points(80, 30, 95))
await serverWithHistory('fixed, then worse', points(30, 90, 20))
await serverWithHistory('worse by rules', [
  { score: 90, daysAgo: 4 },
  { score: 40, daysAgo: 3, cause: 'rules' },
])
await serverWithHistory('better by a withdrawn advisory', [
  { score: 40, daysAgo: 4 },
  { score: 90, daysAgo: 3, cause: 'advisory' },
])
await serverWithHistory('worse long ago', [
  { score: 90, daysAgo: 200 },
  { score: 40, daysAgo: 120 },
])
await serverWithHistory('worse and hidden', points(90, 40), { hiddenAt: new Date() })
await serverWithHistory('new', points(20))
await insertServers(db, [
  serverRow('clean and used', { securityScore: 100, popularity: 70, downloads: 1_234_567, stars: 89 }),
  serverRow('clean and used most', { securityScore: 99, popularity: 90, downloads: 9 }),
  serverRow('used with a finding', { securityScore: 98, popularity: 95, low: 1 }),
  serverRow('clean and hidden', { securityScore: 100, popularity: 99, hiddenAt: new Date() }),
  serverRow('not scanned', { securityScore: null, popularity: 99 }),
  serverRow('clean and unknown', { securityScore: 100 }),
])

describe('a list', () => {
  it('that is empty says why', () => {
    for (const { status, text } of empty) {
      expect(status).toBe(200)
      expect(names(text)).toEqual([])
      expect(shown(text)).toMatch(/No (?:server|score) [^.]{10,}\. .{20,}Show all servers/)
    }
  })

  it('has the servers whose last change lowered the score, newest first, with the cause', async () => {
    const { text } = await read('/?list=recently-worse')
    expect(names(text)).toEqual(['worse by advisory', 'worse by code', 'fixed, then worse', 'worse, then the same'])
    expect(shown(text)).toMatch(/90 to 60 on .{8,12}: GHSA-aaaa-bbbb-cccc and 1 more/)
    expect(text).toContain('href="/advisories/GHSA-aaaa-bbbb-cccc"')
    expect(shown(text)).toMatch(/90 to 40 on .{8,12}: version 1\.0\.1/)
  })

  it('has the servers whose last change raised the score by a fix', async () => {
    expect(names((await read('/?list=recently-fixed')).text)).toEqual(['worse, then fixed'])
  })

  it('has the most popular servers without findings', async () => {
    const { text } = await read('/?list=most-used')
    expect(names(text)).toEqual(['clean and used most', 'clean and used'])
    expect(shown(text)).toContain('1,234,567 downloads a month, 89 stars')
  })

  it('yields to a search, a filter, and an unknown name', async () => {
    for (const path of ['/?list=recently-worse&q=clean', '/?list=recently-worse&grade=A%2B', '/?list=nonsense'])
      expect((await read(path)).text).not.toContain('<h2 id="total">Recently worse</h2>')
  })

  it('has a limit, shows hostile versions as text, and is left out of search engines', async () => {
    for (let number = 0; number <= pageLimits.maxListedServers; number += 1)
      await serverWithHistory(`many ${number}`, [
        { score: 90, daysAgo: 1 },
        { score: 40, daysAgo: 0, version: hostile },
      ])
    const { text, headers } = await read('/?list=recently-worse')
    expect(names(text)).toHaveLength(pageLimits.maxListedServers)
    // The version is shortened.
    expectInert(text, { isShown: false })
    expect(shown(text)).toContain('<script>alert(1)</script')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('of changes is read from the index of recent points', async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return JSON.stringify(
        await tx.execute(sql`explain select server_id from registry_history
          where number > 1 and cause in ('code', 'advisory', 'resolution')
          and coalesce(changed_at, scanned_at) > now() - interval '90 days'
          order by coalesce(changed_at, scanned_at) desc limit 2000`),
      )
    })
    expect(plan).toContain('Index Scan Backward using registry_history_changes')
  })
})

describe('the start of the page', () => {
  it('says what Assay does, and offers the app, the command line, the lists, and counted categories', async () => {
    const { text } = await read('/')
    const says = shown(text)
    expect(says).toContain('Assay is a security scanner')
    expect(text).toContain('href="https://github.example/apps/assay/installations/new"')
    expect(says).toContain('npm run -s assay -- scan')
    for (const list of ['most-used', 'recently-worse', 'recently-fixed'])
      expect(text).toContain(`href="/?list=${list}"`)
    expect(text).toMatch(/href="\/\?category=other">\s*Other <span class="quiet">\d+</)
  })
})

describe('suggestions', () => {
  const suggest = async (text: string) => (await read(`/suggestions?q=${encodeURIComponent(text)}`)).json as unknown

  it('are public servers that match, with grade and page', async () => {
    expect(await suggest('clean')).toEqual({
      suggestions: expect.arrayContaining([
        { name: 'clean and used', grade: 'A+', href: expect.stringMatching(/^\/servers\/npm-clean-and-used-/) },
      ]),
    })
    expect(JSON.stringify(await suggest('hidden'))).not.toContain('hidden')
  })

  it.each(['', ' ', '\0', '%', "'; --"])('are none for %j', async (text) => {
    expect(await suggest(text)).toEqual({ suggestions: [] })
  })

  it('have a limit', async () => {
    expect(await suggest('many')).toMatchObject({ suggestions: { length: pageLimits.maxSuggestions } })
  })

  it('accept only reading', async () => {
    expect((await api.anonymous('POST', '/suggestions?q=a', '')).status).toBe(405)
  })
})

describe('the list of fixed servers', () => {
  it('stays the same when one advisory changes more scores than the list reads', async () => {
    const before = names((await read('/?list=recently-fixed')).text)
    const servers = Array.from({ length: scoreChangeLimits.maxReadPoints }, (_, index) =>
      serverRow(`advised ${index}`, { securityScore: 60 }),
    )
    for (let start = 0; start < servers.length; start += 500) {
      const some = servers.slice(start, start + 500)
      await insertServers(db, some)
      await db.insert(registryHistory).values(
        some.flatMap(({ id }) =>
          [90, 60].map((securityScore, index) => ({
            serverId: id,
            number: index + 1,
            scanId: 'scan_1',
            scannedAt: new Date(),
            securityScore,
            grade: gradeOf(securityScore),
            vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
            version: '1.0.0',
            cause: 'advisory' as const,
            method: '1',
          })),
        ),
      )
    }
    expect(before.length).toBeGreaterThan(0)
    expect(names((await read('/?list=recently-fixed')).text)).toEqual(before)
  })
})
