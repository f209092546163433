import type { Ecosystem } from '../../model/component.ts'
import { normalProjectName } from '../python-packaging/project-name.ts'

/** Ecosystems in which package names are case-insensitive. */
const caseless: ReadonlySet<Ecosystem> = new Set(['GitHub Actions', 'NuGet', 'Packagist', 'GIT'])

/**
 * The form in which an ecosystem compares package names. npm: unchanged, because the names of some old packages differ
 * only in case. crates.io: unchanged, because a lockfile contains the published name.
 */
export function normalPackageName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === 'PyPI') return normalProjectName(name)
  return caseless.has(ecosystem) ? name.toLowerCase() : name
}

/**
 * Whether a record's ecosystem is this one or a part of it: the text after a colon names a repository or a release,
 * such as `Packagist:https://packages.example`, and osv.dev finds it under both.
 */
export function isOfEcosystem(published: string, ecosystem: Ecosystem): boolean {
  return published === ecosystem || published.startsWith(`${ecosystem}:`)
}
