import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UpgradePlan } from '../../../model/upgrade-plan.ts'
import { NpmProject, npmLockfiles } from '../npm-project.ts'
import type { PythonProject } from '../python-project.ts'
import { noChanges, type TreeChanges } from '../upgradable-project.ts'
import type { UpgradableFolder } from '../upgradable-folder.ts'
import type { VulnerabilitySource } from '../vulnerabilities.ts'
import { editPackageJson } from './edit-json.ts'
import { editPythonManifest } from './edit-python.ts'
import { npmLockfile } from './npm-lockfile.ts'
import { replaceFiles, type Replacement } from './replace-files.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

export interface UpgradeWriting {
  readonly project: NpmProject | PythonProject
  readonly source: VulnerabilitySource
  readonly signal: AbortSignal
  /** Absolute path of the project. */
  readonly folder: string
  /** Backups that the same run made for other projects of the folder. */
  readonly backups: ReadonlySet<string>
  /** Reads the folder again. */
  readonly readFolder: () => Promise<UpgradableFolder>
}

/**
 * Writes a plan to the manifests and the lockfile, with backups. Then reads the files again, resolves them, and matches
 * advisories. If the result differs from the plan, puts the original files back. Throws UpgradeWriteFailure.
 */
export async function writeUpgrades(
  writing: UpgradeWriting,
  plan: UpgradePlan,
  changes: TreeChanges,
): Promise<NonNullable<UpgradePlan['written']>> {
  const { project, folder } = writing
  const after = editedManifests(project, plan)
  const replacements = [...after].map(([path, text]) => replacementOf(project, path, text))
  if (project instanceof NpmProject) {
    const lockfile = await editedLockfile(writing, project, changes, after)
    if (lockfile !== undefined) replacements.push(lockfile)
  }
  const { backups, restore } = replaceFiles(folder, replacements, writing.backups)
  try {
    const vulnerabilities = await proveWritten(writing, plan)
    return { files: replacements.map(({ path }) => path), backups: [...backups], vulnerabilities }
  } catch (error) {
    restore()
    throw error
  }
}

function contentOf({ contents }: NpmProject | PythonProject, path: string): Buffer {
  const content = contents.get(path)
  if (content === undefined) throw new UpgradeWriteFailure(`${path} is not a manifest that Assay can write.`)
  return content
}

function replacementOf(project: NpmProject | PythonProject, path: string, after: string): Replacement {
  return { path, before: contentOf(project, path), after }
}

/** Returns the texts of the changed manifests, by path. */
function editedManifests(project: NpmProject | PythonProject, { changes }: UpgradePlan): Map<string, string> {
  const edits = Map.groupBy(
    changes.flatMap((change) => change.edits),
    ({ path }) => path,
  )
  return new Map(
    [...edits].map(([path, ofFile]) => {
      const text = contentOf(project, path).toString('utf8')
      return [path, project instanceof NpmProject ? editPackageJson(text, ofFile) : editPythonManifest(text, ofFile)]
    }),
  )
}

/** Returns the changed npm lockfile. Undefined if the project has none. */
async function editedLockfile(
  { folder, signal }: UpgradeWriting,
  project: NpmProject,
  changes: TreeChanges,
  after: ReadonlyMap<string, string>,
): Promise<Replacement | undefined> {
  const { lockfile, registry } = project
  if (lockfile === undefined) {
    const unread = npmLockfiles.find((path) => existsSync(join(folder, path)))
    if (unread === undefined) return undefined
    throw new UpgradeWriteFailure(
      `Assay did not read ${unread}, for example because git ignores it. Delete it, or commit it.`,
    )
  }
  if (!npmLockfiles.includes(lockfile))
    throw new UpgradeWriteFailure(
      `Assay cannot write ${lockfile}. Change the requirements as planned, and then run the package manager.`,
    )
  const { walked, blockers } = await project.resolve(changes)
  const [blocker] = blockers
  if (walked === undefined || blocker !== undefined)
    throw new UpgradeWriteFailure(
      `Assay cannot write ${lockfile}, because it cannot resolve all dependencies. ${blocker ?? ''}`,
    )
  const before = contentOf(project, lockfile)
  const text = await npmLockfile({
    walked,
    before: before.toString('utf8'),
    manifests: new Map(
      [...project.contents].map(([path, content]) => [path, after.get(path) ?? content.toString('utf8')]),
    ),
    registry,
    signal,
    isDevelopment: (edge) => project.isDevelopment(edge),
  })
  return { path: lockfile, before, after: text }
}

/** Returns the number of vulnerabilities in the written project. Throws UpgradeWriteFailure if the plan has others. */
async function proveWritten({ project, source, readFolder }: UpgradeWriting, plan: UpgradePlan): Promise<number> {
  const written = (await readFolder()).projects.find(({ manifest }) => manifest === project.manifest)
  if (written === undefined) throw new UpgradeWriteFailure('Assay cannot read what it wrote. No file was changed.')
  const { components } = await written.resolve(noChanges)
  if (written.locked !== undefined) {
    const [locked, resolved] = [written.locked, components].map((list) => new Set(list.map(({ purl }) => purl)))
    const [difference] = (locked ?? new Set<string>()).symmetricDifference(resolved ?? new Set())
    if (difference !== undefined)
      throw new UpgradeWriteFailure(
        `The written lockfile differs from the resolved tree in ${difference}. No file was changed. Report this.`,
      )
  }
  const found = await source.of(written.locked ?? components)
  const expected = new Set(
    [...plan.remaining, ...plan.introduced].map(({ id, package: name, version }) => `${id} ${name}@${version}`),
  )
  const unexpected = found.find(({ key }) => !expected.has(key))
  if (unexpected !== undefined)
    throw new UpgradeWriteFailure(
      `${unexpected.vulnerability.id} is in the written project but not in the plan. No file was changed. Report this.`,
    )
  return found.length
}
