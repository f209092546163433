import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { groupsReaching } from '../../reach.ts'
import { tableAt } from '../../syntax/document.ts'
import { parseToml } from '../../syntax/toml.ts'
import type { WorkBudget } from '../../work-budget.ts'
import type { LockedEntry } from './locked-entries.ts'
import { projectOf, pyprojectRequests } from './pyproject-requests.ts'
import { readRequirement } from './requirement.ts'

/** Data from the pyproject.toml next to a lockfile. */
export interface PyprojectRoots {
  readonly project?: { readonly name: string; readonly version?: string }
  /** The project's direct dependencies by group. The key of the main group is `''`. */
  readonly namesByGroup: ReadonlyMap<string, ReadonlySet<string>>
  /** Normalized names of direct dependencies in any group. */
  readonly names: ReadonlySet<string>
  /** Normalized names of optional groups that are not for development. */
  readonly extras: ReadonlySet<string>
}

/** Parses a pyproject.toml. Runs in linear time. */
export function pyprojectRoots(text: string, work?: WorkBudget): PyprojectRoots {
  const root = parseToml(text, work)
  const project = projectOf(root)
  const namesByGroup = new Map<string, Set<string>>()
  for (const request of pyprojectRequests(root)) {
    const name = request.kind === 'poetry' ? request.name : readRequirement(request.text)?.name
    const group = request.role.groups[0] ?? ''
    const names = namesByGroup.get(group) ?? new Set()
    namesByGroup.set(group, names)
    if (name !== undefined) names.add(normalProjectName(name))
  }
  const extras = [tableAt(root, 'project', 'optional-dependencies'), tableAt(root, 'tool', 'poetry', 'extras')]
    .flatMap(Object.keys)
    .map(normalProjectName)
  return {
    ...(project === undefined ? {} : { project }),
    namesByGroup,
    names: new Set([...namesByGroup.values()].flatMap((names) => [...names])),
    extras: new Set(extras),
  }
}

/** Reports whether the project itself requires a name, in any of its groups. */
export const isAskedFor = ({ names }: PyprojectRoots, name: string): boolean => names.has(normalProjectName(name))

/** Returns the groups of each entry in a lockfile that does not state groups. The main group is `''`. */
export function reachedGroups(
  roots: PyprojectRoots,
  find: (name: string) => readonly LockedEntry[],
  neighbours: (key: string) => readonly string[],
  work: WorkBudget,
): ReadonlyMap<string, readonly string[]> {
  const groups = [...roots.namesByGroup].map(([group, names]) => ({
    group,
    keys: [...names].flatMap((name) => find(name).map(({ key }) => key)),
  }))
  return groupsReaching(
    groups.toSorted((a, b) => Number(a.group !== '') - Number(b.group !== '')),
    neighbours,
    work,
  )
}

/**
 * Returns the role of a package with these groups. The main group is `''`. If no groups are known, the package is in
 * the main group.
 */
export function roleByGroups(
  groups: readonly string[],
  isForDevelopment: (group: string) => boolean,
): { readonly dev: boolean; readonly groups: readonly string[] } {
  const isMain = groups.length === 0 || groups.includes('')
  return isMain ? { dev: false, groups: [] } : { dev: groups.every(isForDevelopment), groups }
}
