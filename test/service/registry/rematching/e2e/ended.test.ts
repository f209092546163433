import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { RematchContext } from '../../../../../src/service/registry/rematching/rematch-context.ts'
import { fanOutRematch } from '../../../../../src/service/webhooks/fan-out-rematch.ts'
import { affects, feedFolder, type RecordParts } from '../../../scans/advisories/support/feed-folder.ts'
import { component } from '../../../scans/advisories/support/npm-component.ts'
import { testApi } from '../../../../support/test-api.ts'
import { rematchWorld } from '../rematch-world.ts'

const api = await testApi()
const { db, queue } = api
const database = { db, sql: api.sql, [Symbol.asyncDispose]: async () => {} }
const announceRematch = fanOutRematch({ queue, publicUrl: 'https://assay.example' })

const flaw = (id: string, name: string, parts: Partial<RecordParts> = {}): RecordParts => ({
  id,
  summary: `A flaw of ${name}`,
  affected: [affects(name, { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'HIGH' },
  ...parts,
})
const [before, after] = [
  [flaw('GHSA-other', 'unrelated'), flaw('GHSA-gone', 'old')],
  [
    flaw('GHSA-other', 'unrelated'),
    flaw('GHSA-gone', 'old', { withdrawn: '2026-01-02T00:00:00Z' }),
    flaw('GHSA-late', 'lib'),
  ],
]

/** Two servers, a repository, and a sync that adds one advisory and withdraws another. */
async function syncedWorld() {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories,
      advisory_activity, advisory_effects, webhook_events, webhook_endpoints cascade`,
  )
  const owner = await api.account(`ended ${randomUUID()}`, ['webhooks:write', 'scans:read', 'scans:write'])
  await db.execute(
    sql`insert into webhook_endpoints (id, account_id, url, events, secret_sealed)
      values (${randomUUID()}, ${owner.accountId}, 'https://hooks.example/', '{}', 'x')`,
  )
  const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
  await world.sync(before)
  await world.scanServer('one', [component('lib', '1.0.0'), component('old', '1.0.0')])
  await world.rematch()
  await world.scanServer('two', [component('old', '1.0.0')])
  await world.scanRepository(7, [component('lib', '1.0.0')])
  await world.sync(after)
  return world
}

/** Returns everything that is visible afterward, without values that differ in each run. */
async function outcome() {
  const rows = async (query: ReturnType<typeof sql>) => [...(await db.execute(query))]
  return {
    servers: await rows(
      sql`select slug, security_score, grade, critical, high, medium from registry_servers order by slug`,
    ),
    findings: await rows(
      sql`select slug, fingerprint, finding.severity
        from registry_findings finding join registry_servers server on server.id = finding.server_id
        order by slug, ordinal`,
    ),
    history: await rows(
      sql`select slug, number, history.security_score, cause, advisories
        from registry_history history join registry_servers server on server.id = history.server_id
        order by slug, number`,
    ),
    scans: await rows(sql`select canonical_url, results, verdict from scans where github_repository_id is not null`),
    flaws: await rows(
      sql`select package_name, version, advisory_id, flaw.digest
        from package_flaws flaw join package_versions version on version.id = flaw.package_version_id order by 1, 2, 3`,
    ),
    effects: await rows(
      sql`select advisory_id, change, score_before, score_after, slug from advisory_effects effect
        left join registry_servers server on server.id = effect.server_id order by 1, 5, 3`,
    ),
    events: await rows(
      sql`select event, body::jsonb->'data'->'server'->>'slug' as slug,
        body::jsonb->'data'->'advisory'->>'id' as advisory,
        body::jsonb->'data'->'vulnerability'->>'fingerprint' as finding from webhook_events order by 1, 2, 3, 4`,
    ),
    left: await rows(
      sql`select (select count(*)::int from touched_packages) as touched, (select count(*)::int
        from rematch_inventories) as noted`,
    ),
  }
}

const endingAt = (count: number): Pick<AbortSignal, 'throwIfAborted'> => {
  let left = count
  return {
    throwIfAborted() {
      if (left-- === 0) throw new Error('ended')
    },
  }
}

/** Ends at the n-th call, starting at 0. */
function endingMatcher(matcher: RematchContext['matcher'], count: number): RematchContext['matcher'] {
  const signal = endingAt(count)
  return {
    async match(components) {
      signal.throwIfAborted()
      return matcher.match(components)
    },
  }
}

describe('an inventory that cannot be settled', () => {
  it(
    'is named, stays noted, and stops none of the others, however they are noted; it goes on when it can be ' +
      'settled',
    async () => {
      const world = await syncedWorld()
      for (let number = 0; number < 5; number += 1)
        await world.scanServer(`more${number}`, [component('lib', '1.0.0'), component(`own${number}`, '1.0.0')])
      await world.sync([...after, flaw('GHSA-newest', 'lib', { database_specific: { severity: 'CRITICAL' } })])
      const named: unknown[] = []
      const failing: Partial<RematchContext> = {
        log: { error: (entry: unknown) => void named.push(entry) } as RematchContext['log'],
        announceRematch: async (tx, rematched) => {
          if (rematched.servers.some(({ server }) => server.slug === 'npm-more1')) throw new Error('not to be told')
          await announceRematch(tx, rematched)
        },
      }
      await expect(world.rematch(undefined, failing)).rejects.toThrow('not to be told')
      const { inventoryDigest } =
        (
          await db.execute<{ inventoryDigest: string }>(
            sql`select inventory_digest as "inventoryDigest" from scans where canonical_url like '%/more1'`,
          )
        )[0] ?? {}
      expect(named).toMatchObject([{ inventory: inventoryDigest, err: { message: 'not to be told' } }])
      const late = async () =>
        [
          ...(await db.execute<{ slug: string }>(
            sql`select slug from registry_servers where critical > 0 order by slug`,
          )),
        ].map(({ slug }) => slug)
      expect(await late()).toEqual(['npm-more0', 'npm-more2', 'npm-more3', 'npm-more4', 'npm-one'])
      expect((await outcome()).left).toMatchObject([{ touched: 0 }])
      expect(
        (await db.execute(sql`select distinct digest from rematch_inventories`)).map(({ digest }) => digest),
      ).toEqual([inventoryDigest])
      await world.rematch(undefined, { announceRematch })
      expect(await late()).toContain('npm-more1')
      expect((await outcome()).left).toEqual([{ touched: 0, noted: 0 }])
    },
  )
})

describe('a job that ends anywhere', () => {
  it('leaves nothing that makes the outcome another one when it is run again', { timeout: 120_000 }, async () => {
    const undisturbed = await syncedWorld()
    await undisturbed.rematch(undefined, { announceRematch })
    const expected = await outcome()
    expect(expected.left).toEqual([{ touched: 0, noted: 0 }])
    expect(expected.events.map(({ event }) => event)).toEqual([
      'advisory.matched',
      'advisory.matched',
      'server.grade_changed',
      'vulnerability.found',
      'vulnerability.found',
    ])
    expect(expected.history.filter(({ cause }) => cause === 'advisory')).toHaveLength(1)

    let ended = 0
    const endsAt = async (run: (world: Awaited<ReturnType<typeof syncedWorld>>) => Promise<void>): Promise<boolean> => {
      const world = await syncedWorld()
      const hasEnded = await run(world).then(
        () => false,
        (error: Error) => error.message === 'ended',
      )
      if (hasEnded) ended += 1
      await world.rematch(undefined, { announceRematch })
      expect(await outcome()).toEqual(expected)
      await world.rematch(undefined, { announceRematch })
      expect(await outcome()).toEqual(expected)
      return hasEnded
    }
    for (let step = 0; await endsAt((world) => world.rematch(endingAt(step), { announceRematch })); step += 1);
    for (
      let asked = 0;
      await endsAt((world) =>
        world.rematch(undefined, { announceRematch, matcher: endingMatcher(world.context.matcher, asked) }),
      );
      asked += 1
    );
    await endsAt((world) =>
      world.rematch(undefined, {
        announceRematch: async (tx, rematched) => {
          await announceRematch(tx, rematched)
          throw new Error('ended')
        },
      }),
    )
    expect(ended).toBeGreaterThan(8)
  })
})
