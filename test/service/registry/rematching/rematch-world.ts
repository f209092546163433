import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { type AdvisoryMatcher, createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import type { DatabaseClient } from '../../../../src/service/db/client.ts'
import { listFindingRecords } from '../../../../src/service/db/scans/findings.ts'
import { listEntryFindings } from '../../../../src/service/db/registry/entries.ts'
import { findRevision } from '../../../../src/service/db/registry/revisions.ts'
import { findServer, type RegistryServerRow } from '../../../../src/service/db/registry/servers.ts'
import { findSourceAt } from '../../../../src/service/db/registry/sources.ts'
import { findScanById } from '../../../../src/service/db/scans/scans.ts'
import { githubRepositories } from '../../../../src/service/db/github/installations-schema.ts'
import { maskedFinding } from '../../../../src/engine/rules/masked-finding.ts'
import { findingOfMatch } from '../../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import type { Component } from '../../../../src/engine/model/component.ts'
import type { Finding } from '../../../../src/engine/model/finding.ts'
import { severities } from '../../../../src/engine/model/severity.ts'
import type {
  RematchedRepository,
  RematchedServer,
} from '../../../../src/service/registry/rematching/announce-rematch.ts'
import { rematchAdvisories } from '../../../../src/service/registry/rematching/rematch-advisories.ts'
import type { RematchContext } from '../../../../src/service/registry/rematching/rematch-context.ts'
import { compareFindings } from '../../../../src/engine/scanner/compare.ts'
import { engineVersion } from '../../../../src/engine/scanner/engine-version.ts'
import { scoreFindings } from '../../../../src/engine/scanner/score.ts'
import { advisorySync } from '../../scans/advisories/support/advisory-sync.ts'
import type { RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { storedFinding } from '../../../support/findings.ts'
import { enterStored, projectFacts, storeScan } from '../entered-scan.ts'

/** A finding that is unrelated to advisories. */
export const codeFinding = storedFinding({
  ruleId: 'path-traversal',
  category: 'code',
  severity: 'medium',
  title: 'A path',
  fingerprint: 'code',
})

/** A publisher of advisories. */
export interface Feed {
  readonly base: string
  publish(records: readonly RecordParts[], ecosystem?: string): void
}

/** Servers and repositories that use one feed. Their scans find what a real scan would. */
export async function rematchWorld(
  database: DatabaseClient,
  feed: Feed,
  { owner }: { /** Account that owns the scans. */ readonly owner?: string } = {},
) {
  const { db } = database
  const accountId =
    owner ??
    (
      await createAccount(
        { db, masterKey: masterKeyFrom('a'.repeat(64)) },
        { name: `rematch ${randomUUID()}`, plan: 'pro' },
      )
    )?.id ??
    ''
  const bases = [feed.base]
  const told: { readonly servers: RematchedServer[]; readonly repositories: RematchedRepository[] } = {
    servers: [],
    repositories: [],
  }
  const enqueued: string[] = []
  const matcher = createAdvisoryMatcher({ database, bases })
  const context: RematchContext = {
    db,
    matcher,
    feeds: { database, bases },
    queue: { enqueue: async (_tx, name) => void enqueued.push(name) },
    announceServerChange: async () => {},
    log: pino({ level: 'silent' }),
    announceRematch: async (_tx, { servers, repositories }) => {
      told.servers.push(...servers)
      told.repositories.push(...repositories)
    },
  }
  const facts = projectFacts({ engine: engineVersion() })
  const urlOf = (name: string) => `https://www.npmjs.com/package/${name}`

  const coverage = () => ({ advisories: { npm: { syncedAt: '2026-01-01T00:00:00.000Z' } } })
  const storeServerScan = async (
    name: string,
    components: readonly Component[],
    { revision, findings }: { readonly revision: string; readonly findings: readonly Finding[] },
  ) =>
    storeScan(db, accountId, {
      source: { type: 'npm', canonicalUrl: urlOf(name), revision },
      facts,
      findings,
      components,
      coverage: coverage(),
    })

  return {
    context,
    told,
    enqueued,
    accountId,
    /** Publishes these records and syncs. */
    async sync(records: readonly RecordParts[]) {
      feed.publish(records)
      const { complete } = await syncEcosystem(advisorySync(database, bases), 'npm', {
        signal: new AbortController().signal,
      })
      if (!complete) throw new Error('the sync failed')
    },
    rematch: (
      signal: Pick<AbortSignal, 'throwIfAborted'> = new AbortController().signal,
      changed: Partial<RematchContext> = {},
    ) => rematchAdvisories({ ...context, ...changed }, { now: () => new Date(), signal }),
    /** Scans a server now and adds the result to the registry. */
    async scanServer(name: string, components: readonly Component[], { revision = '1.0.0' } = {}) {
      const scanId = await storeServerScan(name, components, {
        revision,
        findings: await freshFindings(matcher, components),
      })
      await enterStored(db, scanId, revision, { advisoryBases: bases })
      return scanId
    },
    /** Matches now. The returned function stores the scan and adds it to the registry later. */
    async beginScan(name: string, components: readonly Component[], { revision = '1.0.0' } = {}) {
      const findings = await freshFindings(matcher, components)
      return async () => enterStored(db, await storeServerScan(name, components, { revision, findings }), revision)
    },
    /** Scans the default branch of an installed private repository, like after its installation. */
    async scanRepository(repositoryId: number, components: readonly Component[]) {
      await db
        .insert(githubRepositories)
        .values({
          host: 'github.com',
          repositoryId,
          accountId,
          installationId: 1,
          ownerLogin: 'o',
          name: `r${repositoryId}`,
          isPrivate: true,
          defaultBranch: 'main',
        })
        .onConflictDoNothing()
      const scanId = await storeScan(db, accountId, {
        source: { type: 'git', canonicalUrl: `https://github.com/o/r${repositoryId}`, revision: randomUUID() },
        facts,
        findings: await freshFindings(matcher, components),
        components,
        coverage: coverage(),
        isPrivate: true,
        githubRepositoryId: repositoryId,
      })
      const scan = await findScanById(db, scanId)
      await db.execute(
        sql`insert into rematch_inventories (digest, cause) values (${scan?.inventoryDigest}, 'advisory')`,
      )
      return scanId
    },
    /**
     * Scans the default branch of an installed public repository that is also a server in the registry. Both use this
     * scan.
     */
    async scanPublicRepository(repositoryId: number, components: readonly Component[]) {
      await db
        .insert(githubRepositories)
        .values({
          host: 'github.com',
          repositoryId,
          accountId,
          installationId: 1,
          ownerLogin: 'o',
          name: `r${repositoryId}`,
          isPrivate: false,
          defaultBranch: 'main',
        })
        .onConflictDoNothing()
      const [revision, findings] = [randomBytes(20).toString('hex'), await freshFindings(matcher, components)]
      const scanId = await storeScan(db, accountId, {
        source: { type: 'git', canonicalUrl: `https://github.com/o/r${repositoryId}`, revision },
        facts,
        findings,
        components,
        coverage: coverage(),
        githubRepositoryId: repositoryId,
        completedAt: new Date(),
      })
      await enterStored(db, scanId, revision)
      return scanId
    },
    async serverOf(name: string): Promise<RegistryServerRow> {
      const server = await findServer(db, `npm-${name}`)
      if (!server || 'movedTo' in server) throw new Error(`no server ${name}`)
      return server
    },
    /** Returns the stored data of a server as texts. Equal servers have equal texts. */
    async storedServer(name: string, url = urlOf(name)) {
      const source = await findSourceAt(db, url, '')
      const [server] = await db.execute<{
        id: string
        score: number
        grade: string
        counts: number[]
        version: string
      }>(sql`
        select id, security_score as score, grade, version, array[critical, high, medium, low, info] as counts
        from registry_servers where id = ${source?.serverId}`)
      const revision = await findRevision(db, source?.id ?? '', server?.version ?? '')
      const findings = await listEntryFindings(db, server?.id ?? '')
      return {
        findings: findings.map(({ finding }) => withoutTime(finding)),
        score: server?.score,
        grade: server?.grade,
        counts: server?.counts,
        revisionScore: revision?.results.securityScore,
        basis: revision?.scoreBasis.reduce((sum, { count }) => sum + count, 0),
        kept: revision?.results.vulnerabilities.total,
      }
    },
    async storedScan(scanId: string) {
      const scan = await findScanById(db, scanId)
      const findings = await listFindingRecords(db, scanId, ['new', 'existing'])
      return {
        findings: findings.map(withoutTime),
        score: scan?.results?.securityScore,
        grade: scan?.results?.grade,
        counts: severities.map((severity) => scan?.results?.vulnerabilities[severity]),
      }
    },
    /** Returns what a scan of these components would find now, with a matcher without a cache. */
    async freshAnswer(components: readonly Component[]) {
      const findings = await freshFindings(createAdvisoryMatcher({ database, bases }), components)
      const { score, grade } = scoreFindings(findings, { partial: false })
      return {
        findings: findings.map(withoutTime),
        score,
        grade,
        counts: severities.map((severity) => findings.filter((finding) => finding.severity === severity).length),
      }
    },
  }
}

/** Returns a finding without its ID, state, and first seen time. */
function withoutTime({ id: _id, state: _state, firstSeenAt: _firstSeenAt, ...finding }: Finding): unknown {
  return finding
}

async function freshFindings(matcher: AdvisoryMatcher, components: readonly Component[]): Promise<Finding[]> {
  const { matches } = await matcher.match(components)
  return compareFindings(
    [...matches.map((match) => maskedFinding(findingOfMatch(match))), detected(codeFinding)],
    new Map(),
    new Date(),
  )
}

function detected({ id: _id, state: _state, firstSeenAt: _firstSeenAt, ...finding }: Finding) {
  return finding
}
