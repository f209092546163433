import type { Ecosystem } from '../../model/component.ts'
import { normalProjectName } from '../python-packaging/project-name.ts'

/** Ecosystems with case-insensitive package names. */
const caseless: ReadonlySet<Ecosystem> = new Set(['GitHub Actions', 'NuGet', 'Packagist', 'GIT'])

/**
 * Returns the normalized form of a name that an ecosystem uses for comparisons. npm names stay unchanged, because some
 * old packages differ only in case. crates.io names stay unchanged, because a lockfile contains the published name.
 */
export function normalPackageName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === 'PyPI') return normalProjectName(name)
  return caseless.has(ecosystem) ? name.toLowerCase() : name
}

/**
 * Reports whether a record's ecosystem is the given one or a part of it. The text after a colon names a repository or a
 * release, for example `Packagist:https://packages.example`. osv.dev finds such records both with and without this
 * part.
 */
export function isOfEcosystem(published: string, ecosystem: Ecosystem): boolean {
  return published === ecosystem || published.startsWith(`${ecosystem}:`)
}
