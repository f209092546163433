import { ScanFailure } from '../../model/failure.ts'
import type { FolderTarget, NpmTarget, PypiTarget } from '../../model/target.ts'
import type { SafeVersions, UpgradePlan, UpgradeStrategy } from '../../model/upgrade-plan.ts'
import { fetchSource, resolveSource } from '../../sources/fetch-source.ts'
import { wantedOverrides } from '../../inventory/resolution/wanted-npm.ts'
import type { ScanContext } from '../scan-context.ts'
import { keptAnswers } from './kept-answers.ts'
import { NpmProject } from './npm-project.ts'
import { planUpgrades } from './plan-upgrades.ts'
import { PythonProject } from './python-project.ts'
import { safeVersions } from './safe-versions.ts'
import { type UpgradableFolder, type UpgradableFolderContext, upgradableFolder } from './upgradable-folder.ts'
import type { UpgradableProject } from './upgradable-project.ts'
import { type ReachabilityOf, VulnerabilitySource } from './vulnerabilities.ts'
import { UpgradeWriteFailure } from './writing/write-failure.ts'
import { writeUpgrades } from './writing/write-upgrades.ts'

export interface UpgradeRun {
  readonly context: ScanContext
  readonly signal: AbortSignal
  readonly onResolution?: (count: number) => void
}

/** Plan of a project, and why it could not be written. */
export interface PlannedProject {
  readonly plan: UpgradePlan
  readonly failure?: UpgradeWriteFailure
}

export interface FolderUpgrades {
  readonly planned: readonly PlannedProject[]
  /** What cannot be upgraded, and missing advisories, as sentences. */
  readonly notes: readonly string[]
}

export interface FolderUpgradeOptions {
  readonly strategy: UpgradeStrategy
  /** True to write the changes to the manifests and the lockfile. */
  readonly writes?: boolean
  /** Reachability that an earlier scan has found. By default, it is unknown. */
  readonly reachabilityOf?: ReachabilityOf
}

/** Plans the upgrades of the projects at the top of a folder, and writes them if requested. Throws ScanFailure. */
export async function planFolderUpgrades(
  { context, signal, onResolution }: UpgradeRun,
  target: FolderTarget,
  { strategy, writes = false, reachabilityOf }: FolderUpgradeOptions,
): Promise<FolderUpgrades> {
  await using isolation = context.isolation.forScan()
  const sources = { ...context.sources, isolation, signal }
  const within = { isolation, signal, ...keptAnswers(sources, signal) }
  const readFolder = async (): Promise<UpgradableFolder> => {
    await using snapshot = await fetchSource(sources, await resolveSource(sources, target))
    return upgradableFolder(within, snapshot)
  }
  const folder = await readFolder()
  const source = new VulnerabilitySource(context.advisories, reachabilityOf)
  const gaps = await advisoryGaps(context, folder.projects, signal)
  const planned: PlannedProject[] = []
  const backups = new Set<string>()
  let { projects } = folder
  for (const { manifest } of folder.projects) {
    const project = projects.find((each) => each.manifest === manifest)
    if (project === undefined) continue
    const result = await planUpgrades(project, source, { strategy, ...(onResolution && { onResolution }) })
    const plan = { ...result.plan, gaps: [...gaps, ...result.plan.gaps] }
    if (!writes || plan.changes.length === 0) planned.push({ plan })
    else
      try {
        const written = await writeUpgrades(
          { project, source, signal, readFolder, folder: target.path, backups },
          plan,
          result.changes,
        )
        planned.push({ plan: { ...plan, written } })
        for (const backup of written.backups) backups.add(backup)
        // Projects can share files, such as included requirements.
        projects = (await readFolder()).projects
      } catch (error) {
        if (!(error instanceof UpgradeWriteFailure)) throw error
        planned.push({ plan, failure: error })
      }
  }
  return { planned, notes: folder.notes }
}

/** Finds the safe versions of a package. Throws ScanFailure if the registry does not have it. */
export async function findSafeVersions(
  { context, signal }: UpgradeRun,
  target: NpmTarget | PypiTarget,
): Promise<SafeVersions> {
  await using isolation = context.isolation.forScan()
  const within = { isolation, signal, ...keptAnswers(context.sources, signal) }
  const resolved = await resolveSource({ ...context.sources, isolation, signal }, target)
  const projectOf = (version: string) => projectWith(within, { ...target, version })
  const gaps = await advisoryGaps(context, [projectOf('0')], signal)
  const safe = await safeVersions(new VulnerabilitySource(context.advisories), {
    name: target.name,
    version: resolved.revision,
    projectOf,
  })
  if (safe === undefined) throw new ScanFailure('SOURCE_NOT_FOUND', `The registry has no version of ${target.name}.`)
  return { ...safe, gaps: [...gaps, ...safe.gaps] }
}

/** Returns a project that only requires one version of a package. */
function projectWith(
  { isolation, signal, npmRegistry: registry, pypiIndex: index }: UpgradableFolderContext,
  { type, name, version }: { readonly type: 'npm' | 'pypi'; readonly name: string; readonly version: string },
): NpmProject | PythonProject {
  if (type === 'pypi') {
    const requirements = [{ text: `${name}==${version}`, dev: false, groups: [] }]
    return new PythonProject({
      isolation,
      signal,
      index,
      contents: new Map(),
      wanted: { kind: 'pypi', path: 'requirements.txt', requirements, constraints: [], localNames: [] },
    })
  }
  return new NpmProject({
    isolation,
    signal,
    registry,
    names: { scopes: new Set(), npmRegistry: undefined, mavenMirror: undefined, cratesIndex: undefined },
    options: { before: undefined, isExempt: () => false, ignoresPeers: false },
    lockfile: undefined,
    locked: undefined,
    contents: new Map(),
    wanted: {
      kind: 'npm',
      path: 'package.json',
      dependencies: { [name]: version },
      optionalDependencies: {},
      devDependencies: {},
      peerDependencies: {},
      members: [],
      overrides: wantedOverrides(undefined),
      localNames: [],
    },
  })
}

/** Waits for the advisories, and returns what is missing, as sentences. */
async function advisoryGaps(
  { advisories }: ScanContext,
  projects: readonly UpgradableProject[],
  signal: AbortSignal,
): Promise<string[]> {
  const ecosystems = [...new Set(projects.map(({ ecosystem }) => ecosystem))]
  const states = await Promise.all(
    ecosystems.map(async (ecosystem) => ({ ecosystem, ...(await advisories.ready(ecosystem, signal)) })),
  )
  return states.flatMap(({ ecosystem, problem }) =>
    problem === undefined ? [] : [`The advisories for ${ecosystem} may be incomplete: ${problem}`],
  )
}
