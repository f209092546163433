import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { type GoModFile, type GoRequirement, readGoMod } from './go-mod-file.ts'
import { builtVersions, highestBuilt } from './go-sum.ts'
import { modulesOfWorkspace } from './go-work.ts'

/**
 * Reader for go.mod files. Since Go 1.17, they list all modules in a build, https://go.dev/ref/mod#graph-pruning. For
 * older versions, the missing modules come from the go.sum next to it. Versions have no `v` prefix, as in the Go
 * project's advisories. Runs in linear time.
 */
export const goMod: ManifestReader = {
  id: 'go-mod',
  ecosystem: 'Go',
  kind: 'lockfile',
  names: ['go.mod'],
  reads: (path) => posix.basename(path) === 'go.mod',
  read(file) {
    const work = workOf(file)
    const mod = readGoMod(file.text, work)
    // The go command rejects a file without a module name, but the file's requirements are still known.
    if (mod.module === undefined && mod.requirements.length === 0)
      throw new UnreadableManifest('neither-module-nor-requirements')
    const listing = new Listing(work)
    const beside = modulesOfWorkspace(file)
    for (const requirement of mod.requirements) if (!beside.has(requirement.path)) list(listing, file, mod, requirement)
    if (isUnpruned(mod)) listFromSum(listing, file, mod)
    listStandardLibrary(listing, mod)
    return listing.reading(mod.module === undefined ? {} : { project: { name: mod.module } })
  },
}

function list(
  listing: Listing,
  { path: file }: ManifestFile,
  { replacements }: GoModFile,
  { path, version, isIndirect, line }: GoRequirement,
): void {
  const role = { dev: false, groups: isIndirect ? ['indirect'] : [], line }
  const replacement = replacements.get(`${path}@${version}`) ?? replacements.get(path)
  const name = replacement?.path ?? path
  const number = withoutLetter(replacement === undefined ? version : (replacement.version ?? ''))
  if (replacement !== undefined && replacement.version === undefined) {
    // A replacement folder in the project has its own go.mod, which is read separately.
    if (pathWithinProject(file, replacement.path) === undefined)
      listing.request({
        ...role,
        name: path,
        requested: replacement.path,
        reason: 'replaced-by-folder',
      })
  } else if (!/^\d/.test(number))
    listing.request({
      ...role,
      name,
      requested: number || '(nothing)',
      reason: 'branch-or-commit',
    })
  else listing.add({ ...role, name, version: number, direct: !isIndirect })
}

const withoutLetter = (version: string): string => (version.startsWith('v') ? version.slice(1) : version)

function isUnpruned({ goVersion }: GoModFile): boolean {
  const [major = 0, minor = 0] = (goVersion?.version ?? '1.16').split('.').map(Number)
  return major === 1 && minor < 17
}

function listFromSum(listing: Listing, file: ManifestFile, { requirements, replacements }: GoModFile): void {
  const named = new Set(requirements.map(({ path }) => path))
  const standIns = new Set([...replacements.values()].map(({ path }) => path))
  const sums = file.sibling('go.sum') ?? ''
  workOf(file).spend(parsingSteps(sums))
  // go.sum lists replaced modules under the path and version of their replacement.
  const built = builtVersions(sums)
  for (const [replaced, { path, version }] of replacements) {
    const isRequired = named.has(replaced.split('@', 1)[0] ?? '')
    if (version !== undefined && !isRequired && built.has(`${path} ${version}`))
      listing.add({ name: path, version: withoutLetter(version), direct: false, dev: false, groups: ['indirect'] })
  }
  for (const [name, version] of highestBuilt(sums)) {
    if (!named.has(name) && !standIns.has(name) && !replacements.has(name))
      listing.add({ name, version: withoutLetter(version), direct: false, dev: false, groups: ['indirect'] })
  }
}

/**
 * Lists the standard library, which has advisories under the name `stdlib`. A `toolchain` line, or a `go` line with
 * three numbers, states the release that the go command uses unless a newer one is installed,
 * https://go.dev/doc/toolchain. A `go` line with two numbers only states a language version, so the first release of
 * that version is assumed. Findings about it have low precision.
 */
function listStandardLibrary(listing: Listing, { toolchain, goVersion }: GoModFile): void {
  const release = toolchain ?? goVersion
  if (release !== undefined && /^\d+\.\d+(?:\.\d+)?$/.test(release.version))
    listing.add({ name: 'stdlib', version: release.version, direct: true, dev: false, groups: [], line: release.line })
}
