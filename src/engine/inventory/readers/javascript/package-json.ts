import { basename } from 'node:path/posix'
import semver from 'semver'
import type { ListedPackage, ListedRequest, ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { aliased } from '../../npm-shrinkwrap.ts'
import { holdsBeside } from '../../read-beside.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'
import { foreignOrigin, isGit, isNpmVersion } from './npm-identity.ts'
import { npmInstallation } from './npm-installation.ts'
import { type NpmProject, npmProjectOf } from './npm-project.ts'

/**
 * Reader for npm manifests. Exact versions are packages, and everything else is a requirement without a version. The
 * tool in `packageManager` is omitted, because it is not installed with the project. Runs in linear time.
 */
export const packageJson: ManifestReader = {
  id: 'package-json',
  ecosystem: 'npm',
  kind: 'manifest',
  names: ['package.json'],
  reads: (path) => basename(path) === 'package.json',
  read(file) {
    const work = workOf(file)
    const manifest = parseJson(file.text, work)
    const project = npmProjectOf(manifest)
    work.spend(
      [project.dependencies, project.optionalDependencies, project.devDependencies, project.peerDependencies].reduce(
        (sum, { size }) => sum + size,
        0,
      ),
    )
    const lines = linesInJson(file.text, (depth, key) => depth === 1 || (depth === 0 && partNames.has(key)), work)
    const asked = [...askedFor(project)]
      .map((dependency) => withLine(understand(file, dependency), lines.at(dependency.part, dependency.name)))
      .filter((listed) => listed !== undefined)
    const { name, version } = project
    return {
      ...(name !== undefined && { project: { name, ...(version !== undefined && { version }) } }),
      packages: asked.filter((listed): listed is ListedPackage => 'version' in listed),
      requests: [
        ...asked.filter((listed): listed is ListedRequest => 'requested' in listed),
        ...project.malformed.map((part) => ({
          name: part,
          requested: '(nothing)',
          dev: part === 'devDependencies',
          groups: [],
          reason: 'manifest-entry-not-parsed' as const,
        })),
      ],
      workspaces: file.membersOf?.(project.workspaces, 'package.json') ?? [],
      installations: [npmInstallation(manifest, project, asked, lines)],
    }
  },
}

type Listed = ListedPackage | ListedRequest

const withLine = (listed: Listed | undefined, line: number | undefined): Listed | undefined =>
  listed && { ...listed, ...atLine(line) }

const partNames: ReadonlySet<string> = new Set([
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'devDependencies',
  'overrides',
  'resolutions',
])

interface Asked {
  /** Manifest field that contains the dependency. */
  readonly part: string
  readonly name: string
  readonly spec: string
  readonly dev: boolean
  readonly groups: readonly string[]
}

/**
 * Yields the dependencies as npm interprets them: a dependency that is also optional is not required, and one that is
 * also required is not for development.
 */
function* askedFor({
  dependencies,
  optionalDependencies,
  devDependencies,
  peerDependencies,
}: NpmProject): Iterable<Asked> {
  for (const [name, spec] of optionalDependencies)
    yield { part: 'optionalDependencies', name, spec, dev: false, groups: ['optional'] }
  for (const [name, spec] of dependencies)
    if (!optionalDependencies.has(name)) yield { part: 'dependencies', name, spec, dev: false, groups: [] }
  for (const [name, spec] of peerDependencies)
    if (!dependencies.has(name) && !optionalDependencies.has(name))
      yield { part: 'peerDependencies', name, spec, dev: false, groups: ['peer'] }
  for (const [name, spec] of devDependencies)
    if (![dependencies, optionalDependencies, peerDependencies].some((part) => part.has(name)))
      yield { part: 'devDependencies', name, spec, dev: true, groups: ['dev'] }
}

/** Interprets a dependency. Returns undefined for a folder in the project. */
function understand(file: ManifestFile, { name, spec, dev, groups }: Asked): Listed | undefined {
  const wanted = spec.startsWith('npm:') ? aliased(spec) : { name, version: spec }
  const exact =
    wanted && /^\s*(?:[=v]+\s*)?\d/.test(wanted.version)
      ? semver.valid(wanted.version.replace(/^[\s=v]+/, ''), true)
      : null
  if (wanted && exact !== null && isNpmVersion(wanted.name, exact))
    return { name: wanted.name, version: exact, direct: true, dev, groups }
  if (spec.startsWith('workspace:')) return undefined
  const folder = /^(?:file|link|portal):(.*)$/s.exec(spec)?.[1] ?? (/^\.{1,2}(?:\/|$)/.test(spec) ? spec : undefined)
  if (folder !== undefined && holdsBeside(file, `${folder}/package.json`)) return undefined
  const reason =
    folder !== undefined
      ? 'folder-or-archive-of-author'
      : isGit(spec) || /^[\w.-]+\/[\w.-]+(?:#|$)/.test(spec)
        ? 'git-repository'
        : /^https?:/.test(spec)
          ? (foreignOrigin(name, '', spec) ?? 'archive-at-other-url')
          : 'no-lockfile-commit-one'
  return { name: wanted?.name ?? name, requested: spec || '*', dev, groups, reason }
}
