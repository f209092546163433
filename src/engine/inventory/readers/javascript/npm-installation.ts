import type { NpmInstallation } from '../../installation.ts'
import type { ListedPackage, ListedRequest } from '../../manifest-reader.ts'
import { parseRequirement } from '../../npm-tree/requirement.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { readOverrides } from './npm-overrides.ts'
import type { NpmProject } from './npm-project.ts'

/**
 * Returns what npm would install for a `package.json` without a lockfile.
 *
 * @param listed dependencies with their lines
 * @param keyLines lines of all keys
 */
export function npmInstallation(
  manifest: Readonly<Record<string, unknown>>,
  project: NpmProject,
  listed: readonly (ListedPackage | ListedRequest)[],
  keyLines?: DocumentLines,
): NpmInstallation {
  const lines = Object.fromEntries(listed.flatMap(({ name, line }) => (line === undefined ? [] : [[name, line]])))
  const overrides = readOverrides(manifest, project, (part, key) => keyLines?.at(part, key))
  return {
    kind: 'npm',
    dependencies: ofRegistry(project.dependencies),
    optionalDependencies: ofRegistry(project.optionalDependencies),
    devDependencies: ofRegistry(project.devDependencies),
    peerDependencies: ofRegistry(project.peerDependencies),
    ...(overrides && { overrides }),
    ...(Object.keys(lines).length > 0 && { lines }),
  }
}

function ofRegistry(part: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...part].filter(([name, spec]) => parseRequirement(name, spec).kind === 'registry'))
}
