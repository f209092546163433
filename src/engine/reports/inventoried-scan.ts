import { createHash } from 'node:crypto'
import type { Component } from '../model/component.ts'
import type { Finding } from '../model/finding.ts'
import type { ScanReport } from '../model/scan-report.ts'
import type { SourceIdentity } from '../model/target.ts'

/** Parts of a completed scan that are included in a bill of materials. */
export interface InventoriedScan {
  readonly id: string
  readonly source: SourceIdentity
  readonly completedAt: Date
  /** Time when versions not specified in a lockfile were resolved, ISO 8601. */
  readonly resolvedAt?: string | undefined
  readonly components: readonly Component[]
  /** Findings in every state. Suppressed and fixed findings have a VEX analysis. */
  readonly findings: readonly Finding[]
  /** Coverage gaps as sentences. If there are any, components or vulnerabilities may be missing. */
  readonly gaps: readonly string[]
}

/** Extracts the parts of a report that a bill of materials needs. Returns undefined for a target without a result. */
export function inventoriedScan(report: ScanReport, components: readonly Component[]): InventoriedScan | undefined {
  const { source, findings, coverage } = report
  if (source === undefined) return undefined
  const id = `${source.canonicalUrl} ${source.digest}`
  const { gaps = [], components: { resolvedAt } = {} } = coverage ?? {}
  return { id, source, completedAt: new Date(), resolvedAt, findings, components, gaps }
}

/**
 * Returns the time when a component's version was resolved, unless a lockfile specifies the version. All such
 * components share one time, because individual times are not stored.
 */
export function unlockedSince(
  { locked, resolvedAt }: Pick<Component, 'locked' | 'resolvedAt'>,
  scan: Pick<InventoriedScan, 'resolvedAt'>,
): string | undefined {
  return locked === false ? (resolvedAt ?? scan.resolvedAt) : undefined
}

/** Subject of a bill of materials, and its dependencies. */
export interface ScannedProject {
  readonly name: string
  /** Scanned package. Absent for repositories and folders. */
  readonly component?: Component
  readonly others: readonly Component[]
}

/** Separates the scanned project from its dependencies. */
export function scannedProject({ source, components }: Pick<InventoriedScan, 'components' | 'source'>): ScannedProject {
  const component =
    source.type === 'npm' || source.type === 'pypi'
      ? components.find((candidate) => isScannedPackage(candidate, source))
      : undefined
  return {
    name: component?.name ?? nameOf(source),
    ...(component && { component }),
    others: components.filter((candidate) => candidate !== component),
  }
}

function isScannedPackage({ version, introducedBy }: Component, { revision }: SourceIdentity): boolean {
  return version === revision && introducedBy.some(({ path }) => path.length === 1)
}

/** Returns the path in a repository or folder URL. */
function nameOf({ canonicalUrl }: SourceIdentity): string {
  return decodeURIComponent(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '') || canonicalUrl
}

/** Returns a version 8 UUID (RFC 9562 section 5.8) derived from the scan ID, as a URN. */
export function documentUrn(scanId: string): string {
  const bytes = createHash('sha256').update(scanId).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  )}`
}
