import { WalkLimitReached } from '../../inventory/npm-tree/walk-budget.ts'
import { requirementsOf } from '../../inventory/pypi-walk/demand.ts'
import { candidatesOf } from '../../inventory/pypi-walk/project-candidates.ts'
import { resolvePython } from '../../inventory/resolution/resolve-python.ts'
import type { WantedPython } from '../../inventory/resolution/wanted-installation.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import type { RequirementEdit } from '../../model/upgrade-plan.ts'
import type { PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import { isAskedFor } from '../../sources/python-packaging/requirement.ts'
import { pythonTarget } from '../../sources/python-packaging/target-environment.ts'
import { comparePythonVersions, isPreRelease, parsePythonVersion } from '../../sources/python-packaging/version.ts'
import { changedPythonRequirement } from './python-requirement.ts'
import type {
  DirectDependency,
  OfferedVersion,
  ResolvedTree,
  TreeChanges,
  UpgradableProject,
} from './upgradable-project.ts'

export interface PythonProjectInput {
  readonly isolation: Isolation
  readonly signal: AbortSignal
  readonly index: PypiIndex
  readonly wanted: WantedPython
  /** Contents of the manifest and of the requirements files that it includes, by path. */
  readonly contents: ReadonlyMap<string, Buffer>
}

/** A Python project without a lockfile: a requirements file or a `pyproject.toml`. */
export class PythonProject implements UpgradableProject {
  readonly ecosystem = 'PyPI' as const
  readonly lockfile = undefined
  readonly locked = undefined
  readonly caveats = []
  // Pip has no overrides: a requirement for an indirect dependency must satisfy its dependents too.
  readonly canOverride = false
  readonly manifest: string
  readonly directs: ReadonlyMap<string, DirectDependency>
  readonly contents: ReadonlyMap<string, Buffer>
  readonly #input: PythonProjectInput

  constructor(input: PythonProjectInput) {
    this.#input = input
    this.manifest = input.wanted.path
    this.contents = input.contents
    this.directs = new Map(
      input.wanted.requirements.flatMap(({ text, dev }) => {
        const name = changeableName(text)
        return name === undefined ? [] : [[name, { name, package: name, isDevelopment: dev }] as const]
      }),
    )
  }

  async resolve({ upgraded }: TreeChanges): Promise<ResolvedTree> {
    const { isolation, signal, index: pypiIndex, wanted } = this.#input
    const requirements = wanted.requirements.map((asked) => ({ ...asked, text: changedText(asked.text, upgraded) }))
    try {
      const { components, unresolved } = await resolvePython(
        { isolation, signal },
        { pypiIndex, takenAt: new Date(0) },
        { ...wanted, requirements },
      )
      return pythonTree(components, unresolved)
    } catch (error) {
      if (signal.aborted || !(error instanceof WalkLimitReached)) throw error
      return pythonTree([], [{ name: this.manifest, requested: '', requiredBy: '', reason: error.message }])
    }
  }

  async versionsOf(name: string): Promise<readonly OfferedVersion[]> {
    const lookup = await this.#input.index.project(name, this.#input.signal)
    if (lookup.status !== 'found') return []
    return candidatesOf(lookup.project)
      .filter(({ version }) => !isPreRelease(version))
      .toReversed()
      .map(({ version, isYanked, files }) => {
        const message = files.find(({ yanked }) => yanked !== undefined && yanked !== '')?.yanked
        return {
          version: version.text,
          discouraged: isYanked ? { reason: 'yanked', ...(message !== undefined && { message }) } : undefined,
        }
      })
  }

  compare(a: string, b: string): number {
    const [first, second] = [parsePythonVersion(a), parsePythonVersion(b)]
    if (first === undefined || second === undefined) return a < b ? -1 : a > b ? 1 : 0
    return comparePythonVersions(first, second)
  }

  majorOf(version: string): string {
    const parsed = parsePythonVersion(version)
    return parsed === undefined ? version : `${parsed.epoch}!${parsed.release[0]}`
  }

  componentOf(name: string, version: string): Component {
    const purl = packageUrl('PyPI', name, version)
    return { purl, name, version, ecosystem: 'PyPI', direct: false, dev: false, introducedBy: [] }
  }

  editsFor(name: string, version: string): readonly RequirementEdit[] {
    const { path, requirements } = this.#input.wanted
    return requirements.flatMap(({ text: from, ...written }) => {
      const to = changeableName(from) === name ? changedPythonRequirement(from, version) : undefined
      if (to === undefined || to === from) return []
      const { line } = written.included ?? written
      return [{ path: written.included?.path ?? path, part: '', name, from, to, ...(line !== undefined && { line }) }]
    })
  }

  overrideSelector(): undefined {
    return undefined
  }

  overrideEdit(name: string, version: string): RequirementEdit {
    return { path: this.manifest, part: '', name, from: '', to: `${name}==${version}` }
  }
}

/**
 * Returns the normalized name in a requirement. Undefined if its environment marker excludes the environment that
 * dependencies are resolved for, because its effect is then unknown.
 */
function changeableName(text: string): string | undefined {
  const { requirements } = requirementsOf({ requiresDist: [text] })
  return requirements.find((requirement) => isAskedFor(requirement, pythonTarget.markers, []))?.name
}

function changedText(text: string, upgraded: ReadonlyMap<string, string>): string {
  const version = upgraded.get(changeableName(text) ?? '')
  return version === undefined ? text : (changedPythonRequirement(text, version) ?? text)
}

/** Returns the package versions on each dependency path, without the project. */
const stepsOf = ({ introducedBy }: Component) =>
  introducedBy.map(({ path }) =>
    path.slice(1).map((step) => {
      const at = step.lastIndexOf('@')
      return { name: step.slice(0, at), version: step.slice(at + 1) }
    }),
  )

function pythonTree(components: readonly Component[], unresolved: readonly UnresolvedDependency[]): ResolvedTree {
  return {
    components,
    // Without versions, because the packages that require something change with the tree.
    problems: new Set(
      unresolved.map(({ name, requested, reason }) =>
        reason.startsWith('it conflicts') ? `${name} (conflicting requirements)` : `${name} ${requested}`,
      ),
    ),
    dependentsOf: ({ name, version }) =>
      components
        .filter((each) => each.name === name && each.version === version)
        .flatMap(stepsOf)
        .flatMap((path) => path.at(-2) ?? []),
    shippedIn: () => undefined,
    directVersions: (name) =>
      new Set(components.flatMap((each) => (each.direct && each.name === name ? [each.version] : []))),
    carriersOf: (component) => new Set(stepsOf(component).flatMap(([first]) => first?.name ?? [])),
  }
}
