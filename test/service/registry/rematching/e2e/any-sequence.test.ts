import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../../src/service/accounts/master-key.ts'
import type { Database } from '../../../../../src/service/db/client.ts'
import type { Component } from '../../../../../src/engine/model/component.ts'
import { isAtLeast } from '../../../../../src/engine/model/severity.ts'
import { openQueue } from '../../../../../src/service/queue/queue.ts'
import type { RematchedRepository } from '../../../../../src/service/registry/rematching/announce-rematch.ts'
import { fanOutRematch } from '../../../../../src/service/webhooks/fan-out-rematch.ts'
import { feedFolder, type RecordParts } from '../../../scans/advisories/support/feed-folder.ts'
import { component } from '../../../scans/advisories/support/npm-component.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { rematchWorld } from '../rematch-world.ts'

const database = await testDatabase()
const { db } = database

const names = ['ant', 'bee', 'cat'] as const
const versions = ['1.0.0', '1.5.0', '2.0.0-rc.1', '2.0.0'] as const

const somePackages = fc
  .uniqueArray(
    fc.record({ name: fc.constantFrom(...names), version: fc.constantFrom(...versions), dev: fc.boolean() }),
    { minLength: 1, maxLength: 5, selector: ({ name, version }) => `${name}@${version}` },
  )
  .map((list): Component[] => list.map(({ name, version, dev }) => component(name, version, { dev })))

/**
 * Records like real ones: several entries, listed versions, aliases that join records, malware, ranges without a known
 * end, and withdrawals.
 */
const someRecord = (id: string) =>
  fc
    .record({
      packages: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
      introduced: fc.constantFrom('0', '1.5.0'),
      end: fc.constantFrom<Record<string, string> | undefined>(
        { fixed: '1.5.0' },
        { fixed: '2.0.0' },
        { last_affected: '1.5.0' },
        undefined,
      ),
      listed: fc.subarray([...versions]),
      severity: fc.constantFrom('LOW', 'MODERATE', 'HIGH', 'CRITICAL', undefined),
      alias: fc.constantFrom('CVE-2026-1', 'CVE-2026-2', undefined),
      isUnknown: fc.boolean(),
      withdrawn: fc.constantFrom(true, false, false, false),
    })
    .map(({ packages, introduced, end, listed, severity, alias, isUnknown, withdrawn }): RecordParts => ({
      id,
      summary: `Flaw ${id}`,
      ...(alias !== undefined && { aliases: [alias] }),
      ...(withdrawn && { withdrawn: '2026-01-02T00:00:00Z' }),
      affected: packages.map((name) => ({
        package: { ecosystem: 'npm', name },
        versions: listed,
        ranges: [
          {
            type: 'SEMVER',
            events: [{ introduced }, ...(end ? [end] : [])],
            ...(isUnknown && { database_specific: { upper_bound_unknown: true } }),
          },
        ],
      })),
      ...(severity !== undefined && { database_specific: { severity } }),
    }))

const ids = ['GHSA-1', 'GHSA-2', 'MAL-2026-1', 'PYSEC-1', 'CVE-2026-2']
const someFeed = fc
  .tuple(...ids.map((id) => fc.option(someRecord(id), { nil: undefined })))
  .map((list) => [steady, ...list.filter((record) => record !== undefined)])

/** A record that every state of the feed contains, because a sync rejects an empty feed. */
const steady: RecordParts = {
  id: 'GHSA-steady',
  summary: 'Nobody has it',
  affected: [{ package: { ecosystem: 'npm', name: 'nobody' }, versions: ['0.0.1'] }],
}

type Step =
  | {
      readonly do: 'server'
      readonly which: number
      readonly revision: string
      readonly components: Component[]
      readonly isSlow: boolean
    }
  | { readonly do: 'repository'; readonly which: number; readonly components: Component[]; readonly isPublic: boolean }
  | { readonly do: 'sync'; readonly records: RecordParts[] }
  | { readonly do: 'rematch'; readonly endsAt: number | undefined }

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('server' as const),
      which: fc.nat(2),
      revision: fc.constantFrom('1.0.0', '1.1.0'),
      components: somePackages,
      isSlow: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repository' as const),
      which: fc.integer({ min: 1, max: 2 }),
      components: somePackages,
      isPublic: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sync' as const), records: someFeed }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('rematch' as const), endsAt: fc.option(fc.nat(6), { nil: undefined }) }),
  },
)

const owner = await createAccount(
  { db, masterKey: masterKeyFrom('a'.repeat(64)) },
  { name: 'hears everything', plan: 'enterprise' },
)
if (!owner) throw new Error('the account was not made')
const queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
afterAll(() => queue[Symbol.asyncDispose]())
const announceRematch = fanOutRematch({ queue, publicUrl: 'https://assay.example' })

interface StoredEvent {
  readonly event: string
  readonly data: {
    readonly scanId: string
    readonly vulnerability?: { readonly fingerprint: string; readonly firstSeenAt: string }
  }
}

const eventIds = async (tx: Database) =>
  (await tx.execute<{ id: string }>(sql`select id from webhook_events order by id`)).map(({ id }) => id)
const storedEvents = async () =>
  (await db.execute<{ body: string }>(sql`select body from webhook_events`)).map(
    ({ body }) => JSON.parse(body) as StoredEvent,
  )
const later = <Project extends { readonly at: Date }>(project: Project): Project => ({
  ...project,
  at: new Date(project.at.getTime() + 60_000),
})

/**
 * Returns every severe finding that a project must report: reason, scan, fingerprint, first seen time, and new
 * severity.
 */
function badOf({ scanId, opened, escalated }: Pick<RematchedRepository, 'scanId' | 'opened' | 'escalated'>): string[] {
  const bad = (why: string, flaws: typeof opened) =>
    flaws
      .filter(({ finding }) => isAtLeast(finding.severity, 'high'))
      .map(
        ({ finding: { fingerprint, firstSeenAt, severity } }) =>
          `${why} ${scanId} ${fingerprint} ${firstSeenAt}${why === 'escalated' ? ` ${severity}` : ''}`,
      )
  return [...bad('opened', opened), ...bad('escalated', escalated)]
}

/** Returns a signal that aborts at the n-th check, starting at 0. */
function endingAt(count: number): Pick<AbortSignal, 'throwIfAborted'> {
  let left = count
  return {
    throwIfAborted() {
      if (left === 0) throw new Error('ended')
      left -= 1
    },
  }
}

describe('after any sequence of scans, syncs, changes and withdrawals', () => {
  it(
    'what is stored is what a fresh match of everything says, and nothing was told twice',
    { timeout: 300_000 },
    async () => {
      const folder = feedFolder()
      await fc.assert(
        fc.asyncProperty(fc.array(someStep, { minLength: 2, maxLength: 10 }), async (steps) => {
          await db.execute(
            sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
              package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories,
              advisory_activity, advisory_effects, webhook_events, webhook_endpoints cascade`,
          )
          await db.execute(
            sql`insert into webhook_endpoints (id, account_id, url, events, secret_sealed)
              values (${randomUUID()}, ${owner.id}, 'https://hooks.example/all', '{}', 'x')`,
          )
          const world = await rematchWorld(database, folder, { owner: owner.id })
          const rematch = async (signal?: Pick<AbortSignal, 'throwIfAborted'>) =>
            world.rematch(signal, {
              announceRematch: async (tx, rematched) => {
                await world.context.announceRematch(tx, rematched)
                await announceRematch(tx, rematched)
                const ids = await eventIds(tx)
                // Repeating a step sends no event again, at any time.
                const again = { servers: rematched.servers.map(later), repositories: rematched.repositories.map(later) }
                await announceRematch(tx, again)
                expect(await eventIds(tx)).toEqual(ids)
              },
            })
          const publicScans = new Set<string>()
          await world.sync([steady])
          const servers = new Map<string, readonly Component[]>()
          const repositories = new Map<number, { readonly scanId: string; readonly components: readonly Component[] }>()
          // Scans that are stored only after the next sync.
          let waiting: (() => Promise<unknown>)[] = []
          for (const step of steps) {
            if (step.do === 'server') {
              const [name, { revision, components }] = [`server${step.which}`, step]
              if (waiting.length > 0) for (const store of waiting.splice(0)) await store()
              if (step.isSlow) waiting.push(await world.beginScan(name, components, { revision }))
              else await world.scanServer(name, components, { revision })
              servers.set(name, components)
            } else if (step.do === 'repository') {
              const [scan, number] = step.isPublic
                ? [world.scanPublicRepository, step.which + 10]
                : [world.scanRepository, step.which]
              const scanId = await scan(number, step.components)
              if (step.isPublic) publicScans.add(scanId)
              repositories.set(number, { components: step.components, scanId })
            } else if (step.do === 'sync') {
              await world.sync(step.records)
            } else if (step.endsAt === undefined) {
              await rematch()
            } else {
              await rematch(endingAt(step.endsAt)).catch((error: Error) => expect(error.message).toBe('ended'))
            }
          }
          for (const store of waiting) await store()
          waiting = []
          await rematch()
          for (const [name, components] of servers) {
            const { revisionScore, basis, kept, ...stored } = await world.storedServer(name)
            const fresh = await world.freshAnswer(components)
            expect(stored).toEqual(fresh)
            expect([revisionScore, basis, kept]).toEqual([fresh.score, fresh.findings.length, fresh.findings.length])
          }
          for (const [number, { components }] of repositories) {
            if (number < 10) continue
            const {
              revisionScore,
              basis: _basis,
              kept: _kept,
              ...stored
            } = await world.storedServer('', `https://github.com/o/r${number}`)
            const fresh = await world.freshAnswer(components)
            expect([stored, revisionScore]).toEqual([fresh, fresh.score])
          }
          for (const { scanId, components } of repositories.values())
            expect(await world.storedScan(scanId)).toEqual(await world.freshAnswer(components))
          expect([
            ...(await db.execute(sql`select slug from registry_servers server
              where scans <> (select count(*) from registry_history where server_id = server.id)`)),
          ]).toEqual([])
          const points = world.told.servers
            .filter(({ point }) => point !== undefined)
            .map(({ server, point }) => `${server.id} ${point}`)
          expect(new Set(points).size).toBe(points.length)
          const events = await storedEvents()
          const grades = world.told.servers.filter(({ before, after }) => before.grade !== after.grade)
          expect(events.filter(({ event }) => event === 'server.grade_changed')).toHaveLength(grades.length)
          // A public repository is also a server. The events of its scan are sent once for both.
          const found = events
            .filter(({ event, data }) => event === 'vulnerability.found' && !publicScans.has(data.scanId))
            .map(
              ({ data: { scanId, vulnerability } }) =>
                `${scanId} ${vulnerability?.fingerprint} ${vulnerability?.firstSeenAt}`,
            )
          const expected = new Set(
            world.told.servers
              .filter(({ cause }) => cause === 'advisory')
              .flatMap(badOf)
              .concat(world.told.repositories.flatMap(badOf))
              .filter((text) => !publicScans.has(text.split(' ')[1] ?? '')),
          )
          expect(found.toSorted()).toEqual(
            [...expected].map((text) => text.split(' ').slice(1, 4).join(' ')).toSorted(),
          )
          const left = await db.execute(
            sql`select (select count(*) from touched_packages) + (select count(*) from rematch_inventories) as left`,
          )
          expect(Number(left[0]?.['left'])).toBe(0)
        }),
        { numRuns: 15, endOnFailure: true },
      )
    },
  )
})
