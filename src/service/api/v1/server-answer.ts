import type { z } from 'zod'
import type { ListedServerRow, RegistryServerRow, RegistrySourceRow } from '../../db/registry/servers.ts'
import { gradeOf } from '../../../engine/model/score.ts'
import { severities, type SeverityCounts } from '../../../engine/model/severity.ts'
import type { ListedServer, ServerDetail } from './server-shape.ts'

export function listedServer(server: ListedServerRow): z.input<typeof ListedServer> {
  const { total: _total, ...vulnerabilities } = countsOf(server)
  return {
    ...identityOf(server),
    securityScore: server.securityScore ?? 0,
    grade: server.grade ?? '',
    measured: server.securityScore !== null,
    lastScannedAt: server.lastScannedAt?.toISOString() ?? '',
    vulnerabilities,
    qualityMetrics: areasOf(server),
    createdAt: server.createdAt.toISOString(),
  }
}

interface ServerParts {
  readonly sources: readonly Pick<
    RegistrySourceRow,
    'type' | 'name' | 'canonicalUrl' | 'folder' | 'currentRevision' | 'joinedAt' | 'joinedBy'
  >[]
  readonly isClaimed: boolean
  readonly hasReceipt: boolean
}

export function serverDetail(
  server: RegistryServerRow,
  { sources, isClaimed, hasReceipt }: ServerParts,
  publicUrl: string,
): z.input<typeof ServerDetail> {
  const isScanned = server.securityScore !== null
  return {
    ...identityOf(server),
    categories: [server.category],
    stars: server.stars ?? 0,
    downloads: server.downloads ?? 0,
    measured: { stars: server.stars !== null, downloads: server.downloads !== null },
    security: {
      score: server.securityScore ?? 0,
      grade: server.grade ?? '',
      vulnerabilities: countsOf(server),
      measured: isScanned,
      suppressed: server.suppressed,
      version: server.version ?? '',
      method: server.method ?? '',
      scanId: server.scanId ?? '',
    },
    quality: {
      score: inPoints(server.quality),
      grade: server.quality === null ? '' : gradeOf(server.quality),
      measured: server.quality !== null,
      breakdown: areasOf(server),
    },
    packages: sources.map(({ type, name, canonicalUrl, folder, currentRevision, joinedAt, joinedBy }) => ({
      type,
      name,
      url: canonicalUrl,
      folder,
      revision: currentRevision ?? '',
      ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
      ...(joinedBy && { joinedBy }),
    })),
    claimed: isClaimed,
    lastScannedAt: server.lastScannedAt?.toISOString() ?? '',
    createdAt: server.createdAt.toISOString(),
    updatedAt: server.updatedAt.toISOString(),
    receiptUrl: hasReceipt ? `${publicUrl}/api/v1/servers/${server.slug}/receipt` : '',
    badgeUrl: `${publicUrl}/servers/${server.slug}/badge.svg`,
  }
}

function identityOf({
  id,
  name,
  slug,
  description,
  category,
  sourceType,
  language,
  status,
  repositoryUrl,
  npmPackage,
  pypiPackage,
}: ListedServerRow) {
  return { id, name, slug, description, category, sourceType, language, status, repositoryUrl, npmPackage, pypiPackage }
}

function countsOf(server: ListedServerRow): SeverityCounts {
  const { critical, high, medium, low, info } = server
  return {
    critical,
    high,
    medium,
    low,
    info,
    total: severities.reduce((total, severity) => total + server[severity], 0),
  }
}

function areasOf(server: ListedServerRow) {
  const { maintenance, popularity, documentation, compatibility } = server
  return {
    maintenance: inPoints(maintenance),
    popularity: inPoints(popularity),
    documentation: inPoints(documentation),
    compatibility: inPoints(compatibility),
    measured: {
      maintenance: maintenance !== null,
      popularity: popularity !== null,
      documentation: documentation !== null,
      compatibility: compatibility !== null,
    },
  }
}

/** Returns the value rounded to 0.1. */
const inPoints = (value: number | null) => Math.round((value ?? 0) * 10) / 10
