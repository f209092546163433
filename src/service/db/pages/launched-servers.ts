import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { kindOf } from '../../../engine/inventory/settings-files/file-kind.ts'
import type { Grade } from '../../../engine/model/score.ts'
import { npmPageUrl } from '../../../engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../../engine/sources/pypi/pypi-page-url.ts'
import type { Database } from '../client.ts'
import { isShown } from '../registry/servers.ts'
import { registryServers, registrySources } from '../registry/servers-schema.ts'

/** A package that a configuration of the project launches, with its server in the registry. */
export interface LaunchedServer {
  readonly name: string
  readonly version: string
  /** File that launches it. */
  readonly manifest: string
  readonly slug: string
  readonly grade: Grade | null
}

/** Direct dependencies that are compared with the registry. */
const maxDirect = 2_000
/** Servers of one scan that a page lists. */
const maxLaunched = 50

/**
 * Returns the packages that client configurations, Dockerfiles, and compose files launch, if the registry has a server
 * of the package. In the order of the inventory.
 *
 * @param digest the inventory of a scan
 */
export async function findLaunchedServers(db: Database, digest: string): Promise<LaunchedServer[]> {
  const direct = await db.execute<{ name: string; version: string; ecosystem: string; manifests: unknown }>(sql`
    select component->>'name' as name, component->>'version' as version, component->>'ecosystem' as ecosystem,
      jsonb_path_query_array(component, '$.introducedBy[*].manifest') as manifests
    from inventories, jsonb_array_elements(components) with ordinality as item (component, place)
    where digest = ${digest} and component @> '{"direct": true}' and component->>'ecosystem' in ('npm', 'PyPI')
    order by place limit ${maxDirect}`)
  const launched = [...direct].flatMap(({ name, version, ecosystem, manifests }) => {
    const manifest = [manifests].flat().find((path) => typeof path === 'string' && isLaunchFile(path))
    const page = ecosystem === 'npm' ? npmPageUrl(name) : pypiPageUrl(name)
    return typeof manifest === 'string' ? [{ name, version, manifest, page }] : []
  })
  if (launched.length === 0) return []
  const servers = await db
    .select({ page: registrySources.canonicalUrl, slug: registryServers.slug, grade: registryServers.grade })
    .from(registrySources)
    .innerJoin(registryServers, eq(registryServers.id, registrySources.serverId))
    .where(
      and(
        inArray(registrySources.canonicalUrl, [...new Set(launched.map(({ page }) => page))]),
        eq(registrySources.folder, ''),
        isNull(registrySources.goneAt),
        isShown,
      ),
    )
  const byPage = new Map(servers.map(({ page, ...server }) => [page, server]))
  return launched
    .flatMap(({ page, ...component }) => {
      const server = byPage.get(page)
      return server === undefined ? [] : [{ ...component, ...server }]
    })
    .slice(0, maxLaunched)
}

function isLaunchFile(path: string): boolean {
  const kind = kindOf(path)
  return kind === 'client' || kind === 'dockerfile' || kind === 'compose'
}
