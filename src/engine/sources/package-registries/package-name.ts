import type { Ecosystem } from '../../model/component.ts'
import { normalProjectName } from '../python-packaging/project-name.ts'

/** Ecosystems in which names that differ in case alone are the same package. */
const caseless: ReadonlySet<Ecosystem> = new Set(['GitHub Actions', 'NuGet', 'Packagist'])

/**
 * The form under which an ecosystem takes two package names for the same. npm: as it is; old packages differ in case
 * alone. crates.io: as it is; a lockfile has the name as it was published.
 */
export function normalPackageName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === 'PyPI') return normalProjectName(name)
  return caseless.has(ecosystem) ? name.toLowerCase() : name
}

/**
 * Whether a record's ecosystem is this one, whole or a part of it: what follows a colon names a
 * repository or a release, such as `Packagist:https://packages.example`, and osv.dev finds it under both.
 */
export function isOfEcosystem(published: string, ecosystem: Ecosystem): boolean {
  return published === ecosystem || published.startsWith(`${ecosystem}:`)
}
