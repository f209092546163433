import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../../../../src/service/db/client.ts'
import {
  registryRevisions,
  registryServers,
  registrySources,
} from '../../../../src/service/db/registry/servers-schema.ts'
import { sourceDeclaration } from '../entered-scan.ts'

/** Fields of a test server. By default, they are those of a complete scan of an npm package's current version. */
export interface ReceiptedServer {
  readonly slug: string
  readonly type?: 'git' | 'npm' | 'pypi'
  readonly canonicalUrl?: string
  readonly folder?: string
  readonly version?: string
  readonly currentRevision?: string
  readonly digest?: string
  readonly partial?: boolean
  readonly high?: number
  readonly undecidedAdvisories?: number
  readonly hiddenAt?: Date
  readonly description?: string
  readonly name?: string
  readonly lastScannedAt?: Date
}

export const archive = Buffer.from('what the registry serves')

/** Inserts a server with its source and the scored revision. Returns its ID and the ID of the scan. */
export async function insertReceiptedServer(
  db: Database,
  {
    slug,
    type = 'npm',
    name = slug.replace(/^npm-/, ''),
    canonicalUrl = `https://www.npmjs.com/package/${name}`,
    folder = '',
    version = '1.0.0',
    currentRevision = version,
    digest = `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    partial = false,
    high = 0,
    undecidedAdvisories = 0,
    hiddenAt,
    description = 'Does things',
    lastScannedAt = new Date('2026-11-01T10:00:00Z'),
  }: ReceiptedServer,
): Promise<{ id: string; scanId: string }> {
  const [id, sourceId, scanId] = [randomUUID(), randomUUID(), `scan_${randomUUID()}`]
  const vulnerabilities = { critical: 0, high, medium: 1, low: 0, info: 0, total: high + 1 }
  const results = { securityScore: 92, grade: 'A' as const, vulnerabilities, partial, method: '1' }
  await db.insert(registryServers).values({
    id,
    slug,
    name,
    description,
    category: 'other',
    sourceType: type,
    npmPackage: type === 'npm' ? name : '',
    repositoryUrl: type === 'git' ? canonicalUrl : '',
    status: 'active',
    hiddenAt: hiddenAt ?? null,
    securityScore: 92,
    grade: 'A',
    method: '1',
    version,
    scanId,
    lastScannedAt,
    updatedAt: lastScannedAt,
  })
  await db.insert(registrySources).values({
    id: sourceId,
    serverId: id,
    type,
    canonicalUrl,
    folder,
    name,
    declares: sourceDeclaration(),
    currentRevision,
  })
  await db.insert(registryRevisions).values({
    sourceId,
    revision: version,
    scanId,
    scannedAt: lastScannedAt,
    digest,
    results,
    scoreBasis: [],
    engine: 'engine-1',
    advisoryDate: { npm: { syncedAt: '2026-11-01T09:00:00.000Z', newestModified: '2026-10-31T12:00:00.000Z' } },
    scope: {
      scannerVersion: '0.1.0',
      scope: {
        detectors: [{ id: 'vulnerable-dependencies', status: 'succeeded' }],
        files: 2,
        bytes: 100,
        components: 4,
        undecidedAdvisories,
      },
    },
  })
  return { id, scanId }
}
