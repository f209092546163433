import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Grade } from '../../../engine/model/score.ts'
import { npmPageUrl } from '../../../engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../../engine/sources/pypi/pypi-page-url.ts'
import type { Database } from '../client.ts'
import { isShown } from './servers.ts'
import { registryServers, registrySources } from './servers-schema.ts'

/** Package's server in the registry. */
export interface ListedPackage {
  readonly slug: string
  /** Grade of the current version. Null if it has no complete scan. */
  readonly grade: Grade | null
}

/** Package, identified by ecosystem and name. */
interface PackageName {
  readonly ecosystem: string
  readonly name: string
}

/** Returns a lookup function for the registry's servers of these packages. Only npm and PyPI packages have servers. */
export async function findListedPackages(
  db: Database,
  packages: readonly PackageName[],
): Promise<(name: PackageName) => ListedPackage | undefined> {
  const pages = new Set(packages.flatMap((named) => pageOf(named) ?? []))
  if (pages.size === 0) return () => undefined
  const rows = await db
    .select({ page: registrySources.canonicalUrl, slug: registryServers.slug, grade: registryServers.grade })
    .from(registrySources)
    .innerJoin(registryServers, eq(registryServers.id, registrySources.serverId))
    .where(
      and(
        inArray(registrySources.canonicalUrl, [...pages]),
        eq(registrySources.folder, ''),
        isNull(registrySources.goneAt),
        isShown,
      ),
    )
  const byPage = new Map(rows.map(({ page, slug, grade }) => [page, { slug, grade }]))
  return (named) => byPage.get(pageOf(named) ?? '')
}

/** Returns the URL of the package page, which identifies the package in the registry. */
function pageOf({ ecosystem, name }: PackageName): string | undefined {
  return ecosystem === 'npm' ? npmPageUrl(name) : ecosystem === 'PyPI' ? pypiPageUrl(name) : undefined
}
