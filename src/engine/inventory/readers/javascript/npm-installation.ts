import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { NpmInstallation } from '../../installation.ts'
import type { ListedPackage, ListedRequest } from '../../manifest-reader.ts'
import { parseRequirement } from '../../npm-tree/requirement.ts'
import type { NpmProject } from './npm-project.ts'

/** Overrides of one manifest. Projects have a few. */
const maxOverrides = 1_000

/**
 * What npm installs for a `package.json` without a lockfile.
 *
 * @param listed the dependencies with their lines
 */
export function npmInstallation(
  manifest: Readonly<Record<string, unknown>>,
  project: NpmProject,
  listed: readonly (ListedPackage | ListedRequest)[],
): NpmInstallation {
  const lines = Object.fromEntries(listed.flatMap(({ name, line }) => (line === undefined ? [] : [[name, line]])))
  return {
    kind: 'npm',
    dependencies: ofRegistry(project.dependencies),
    optionalDependencies: ofRegistry(project.optionalDependencies),
    devDependencies: ofRegistry(project.devDependencies),
    peerDependencies: ofRegistry(project.peerDependencies),
    ...overridesOf(manifest, project),
    ...(Object.keys(lines).length > 0 && { lines }),
  }
}

function ofRegistry(part: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...part].filter(([name, spec]) => parseRequirement(name, spec).kind === 'registry'))
}

/**
 * `overrides` of npm, and `resolutions` of yarn without paths. `$name` means the project's own specifier.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-json#overrides
 */
function overridesOf(
  { overrides, resolutions }: Readonly<Record<string, unknown>>,
  { dependencies, devDependencies, optionalDependencies, peerDependencies }: NpmProject,
): Pick<NpmInstallation, 'nestedOverrides' | 'overrides'> {
  const own = new Map([...peerDependencies, ...devDependencies, ...optionalDependencies, ...dependencies])
  const flat: Record<string, string> = {}
  const nested: string[] = []
  for (const [key, value] of Object.entries(
    isObject(overrides) ? overrides : isObject(resolutions) ? resolutions : {},
  ).slice(0, maxOverrides)) {
    const spec = isObject(value) && Object.keys(value).length === 1 ? value['.'] : value
    const isPlain = /^(?:@[^/@]+\/)?[^/@*]+$/.test(key)
    if (typeof spec !== 'string' || !isPlain) nested.push(key)
    else flat[key] = spec.startsWith('$') ? (own.get(spec.slice(1)) ?? spec) : spec
  }
  return {
    ...(Object.keys(flat).length > 0 && { overrides: flat }),
    ...(nested.length > 0 && { nestedOverrides: nested }),
  }
}
