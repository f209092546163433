import { basename } from 'node:path/posix'
import type { ManifestFile, ManifestReader, ManifestReading } from '../../manifest-reader.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { type LockedProject, readingOfGraph } from './locked-graph.ts'
import { type NpmProject, npmProjectBeside } from './npm-project.ts'
import { entriesOfBerry } from './yarn-berry.ts'
import { entriesOfClassic, isClassic } from './yarn-classic.ts'
import { answering, type YarnDescriptors } from './yarn-descriptors.ts'

/**
 * Reader for lockfiles from yarn 1, and from yarn 2 and newer ("berry"). Neither format marks development dependencies,
 * so they are inferred from the project's `package.json` files. Runs in linear time.
 */
export const yarnLock: ManifestReader = {
  id: 'yarn-lock',
  ecosystem: 'npm',
  kind: 'lockfile',
  names: ['yarn.lock'],
  reads: (path) => basename(path) === 'yarn.lock',
  read: (file) => (isClassic(file.text) ? readClassic(file) : readBerry(file)),
}

function readClassic(file: ManifestFile): ManifestReading {
  const lock = entriesOfClassic(file)
  const project = npmProjectBeside(file, 'package.json')
  if (project === undefined) {
    const { packages, ...others } = readingOfGraph(lock.entries, [], workOf(file))
    // Without the manifest, the project's own dependencies are unknown.
    return { packages: packages.map(({ direct: _unknown, ...listed }) => listed), ...others }
  }
  const members = file.membersOf?.(project.workspaces, 'package.json') ?? []
  const projects = [
    projectOf(lock, '', project, workOf(file)),
    ...members.flatMap((folder) => {
      const member = npmProjectBeside(file, `${folder}/package.json`)
      return member === undefined ? [] : [projectOf(lock, folder, member, workOf(file))]
    }),
  ]
  return { ...readingOfGraph(lock.entries, projects, workOf(file)), workspaces: members }
}

function readBerry(file: ManifestFile): ManifestReading {
  const { members, ...lock } = entriesOfBerry(file)
  const projects = members.map(({ folder, name, dependencies }): LockedProject => {
    const manifest = npmProjectBeside(file, folder === '' ? 'package.json' : `${folder}/package.json`)
    if (manifest !== undefined) return projectOf(lock, folder, manifest, workOf(file))
    return {
      folder,
      name,
      requires: [...dependencies].flatMap(([wanted, range]) => answering(lock, wanted, range)),
      devRequires: [],
    }
  })
  return {
    ...readingOfGraph(lock.entries, projects, workOf(file)),
    workspaces: members.map(({ folder }) => folder).filter((folder) => folder !== ''),
  }
}

/** Number of steps for resolving one dependency. */
const stepsOfRequest = 4

function projectOf(
  lock: YarnDescriptors,
  folder: string,
  { name, version, dependencies, optionalDependencies, devDependencies }: NpmProject,
  work: WorkBudget,
): LockedProject {
  work.spend(stepsOfRequest * (dependencies.size + optionalDependencies.size + devDependencies.size))
  const requires = [...dependencies, ...optionalDependencies].flatMap(([wanted, range]) =>
    answering(lock, wanted, range),
  )
  const needed = new Set(requires)
  const devRequires = [...devDependencies]
    .flatMap(([wanted, range]) => answering(lock, wanted, range))
    .filter((key) => !needed.has(key))
  return {
    folder,
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    requires,
    devRequires,
  }
}
