import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/service/db/client.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { lockEntries } from '../../../src/service/db/registry/entries.ts'
import { findScanById, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { ProjectFacts } from '../../../src/engine/model/project-facts.ts'
import type { SourceDeclaration } from '../../../src/engine/model/registry-source.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import type { ScannedTool } from '../../../src/engine/model/scanned-tool.ts'
import type { SourceIdentity } from '../../../src/engine/model/target.ts'
import { implementsServer } from '../../../src/engine/project-facts/implements-server.ts'
import type {
  AnnounceServerChange,
  ServerChange,
} from '../../../src/service/registry/entries/announce-server-change.ts'
import { recordScan } from '../../../src/service/registry/entries/record-scan.ts'
import { publicScan } from '../../../src/service/registry/entries/public-scan.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'

/** Facts that a project declares. By default, it is a server. */
export function projectFacts(parts: Partial<ProjectFacts> = {}): ProjectFacts {
  return {
    version: 1,
    keywords: [],
    packages: [],
    serverNames: [],
    hasChangelog: false,
    hasLicenceFile: false,
    hasExamples: false,
    hasTests: false,
    hasTypes: false,
    engines: {},
    platforms: [],
    bin: [],
    transports: ['stdio'],
    sdk: [],
    protocolVersions: [],
    languages: { typescript: 1_000 },
    signs: [{ kind: 'server', path: 'src/index.ts', line: 3, word: 'new McpServer' }],
    engine: 'engine-1',
    ...parts,
  }
}

/** Facts that a source declares at its current revision. */
export function sourceDeclaration(parts: Partial<ProjectFacts> = {}): SourceDeclaration {
  return {
    revision: '1.0.0',
    isCurrent: true,
    facts: projectFacts(parts),
    evidence: { isServer: true, reason: 'test', signs: [] },
  }
}

export function scannedTool(name: string, parts: Partial<ScannedTool> = {}): ScannedTool {
  return {
    kind: 'tool',
    name,
    path: 'src/index.ts',
    line: 1,
    parameters: [],
    annotations: {},
    capabilities: [],
    ...parts,
  }
}

const coverage: Coverage = {
  detectors: [{ id: 'vulnerable-dependencies', status: 'succeeded', files: 1, bytes: 1, durationMs: 1 }],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}

/** A completed scan as stored in the database. */
export interface StoredScan {
  readonly source: Partial<SourceIdentity> & Pick<SourceIdentity, 'type' | 'canonicalUrl' | 'revision'>
  readonly facts?: ProjectFacts | null
  readonly findings?: readonly Finding[]
  readonly tools?: readonly ScannedTool[]
  readonly coverage?: Partial<Coverage>
  readonly isPrivate?: boolean
  readonly projectConfig?: unknown
  readonly completedAt?: Date
  /** Components of the project. Unknown if absent. */
  readonly components?: readonly Component[]
  /** GitHub's ID of the repository for which the app requested the scan. */
  readonly githubRepositoryId?: number
  /** The default is that of `scoreFindings`. */
  readonly method?: string
}

let clock = Date.parse('2026-03-01T00:00:00.000Z')

/** Stores a completed scan, each a minute after the previous one. Returns its ID. */
export async function storeScan(
  db: Database,
  accountId: string,
  {
    source,
    facts = projectFacts(),
    findings = [],
    tools = [],
    coverage: seen = {},
    isPrivate = false,
    projectConfig = null,
    completedAt = new Date((clock += 60_000)),
    components,
    githubRepositoryId,
    method,
  }: StoredScan,
): Promise<string> {
  const id = `scan_${randomUUID().replaceAll('-', '')}`
  const whole = { ...coverage, ...seen }
  const { results, verdict } = judge(findings, { gaps: whole.gaps, failOn: 'high' })
  const identity: SourceIdentity = { digest: `sha512-${source.revision}`, ...source }
  await insertScan(db, {
    id,
    accountId,
    status: 'completed',
    url: source.canonicalUrl,
    target: { type: 'git', repository: source.canonicalUrl },
    failOn: 'high',
    stage: 'finished',
    percent: 100,
    sourceType: source.type,
    source: identity,
    canonicalUrl: source.canonicalUrl,
    isPrivate,
    results: { ...results, ...(method !== undefined && { method }) },
    verdict,
    coverage: whole,
    tools,
    facts,
    projectConfig,
    estimatedCompletionAt: completedAt,
    completedAt,
    examinedAt: completedAt,
    ...(components && { inventoryDigest: await saveInventory(db, components) }),
    ...(githubRepositoryId !== undefined && { githubRepositoryId }),
  })
  await insertFindings(db, id, findings)
  return id
}

/**
 * Adds a stored scan to the registry while its source reports `current` as its current revision. Returns the affected
 * servers and the announced changes.
 */
export async function enterStored(
  db: Database,
  scanId: string,
  current: string,
  {
    announce,
    advisoryBases = [],
  }: { readonly announce?: AnnounceServerChange; readonly advisoryBases?: readonly string[] } = {},
): Promise<{ readonly serverIds: readonly string[]; readonly told: readonly ServerChange[] }> {
  const row = await findScanById(db, scanId)
  const scan = row && publicScan(row)
  if (!scan) return { serverIds: [], told: [] }
  const evidence = implementsServer(scan.facts, scan.tools)
  const told: ServerChange[] = []
  const serverIds = await db.transaction(async (tx) => {
    await lockEntries(tx)
    return recordScan({ announceServerChange: announce ?? (async (_tx, change) => void told.push(change)) }, tx, scan, {
      evidence,
      currentRevision: current,
      advisoryBases,
      now: scan.completedAt,
    })
  })
  return { serverIds, told }
}
