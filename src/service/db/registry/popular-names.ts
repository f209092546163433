import type { PackageRegistryType } from '../../../engine/model/target.ts'
import { and, desc, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { popularNameLimits } from '../../../engine/scanner/popular-name-limits.ts'
import type { Database } from '../client.ts'
import { registryServers } from './servers-schema.ts'

/**
 * Returns the servers' most downloaded packages, most popular first, to detect similar names. Empty while fewer than
 * `popularNameLimits.minCountedServers` have been counted.
 */
export async function popularNames(db: Database, ecosystem: PackageRegistryType, limit: number): Promise<string[]> {
  const { minCountedServers: minCounted } = popularNameLimits
  const name = ecosystem === 'npm' ? registryServers.npmPackage : registryServers.pypiPackage
  const isCounted = and(
    ne(name, ''),
    isNotNull(registryServers.downloads),
    isNull(registryServers.mergedInto),
    isNull(registryServers.hiddenAt),
  )
  const counted = await db
    .select({ name })
    .from(registryServers)
    .where(and(isCounted, sql`${registryServers.downloads} > 0`))
    .orderBy(desc(registryServers.downloads), name)
    .limit(Math.max(minCounted, limit))
  return counted.length < minCounted ? [] : counted.slice(0, limit).map((row) => row.name)
}
