import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Component } from '../../../model/component.ts'
import type { UpgradePlan } from '../../../model/upgrade-plan.ts'
import { NpmProject, npmLockfiles } from '../npm-project.ts'
import type { PythonProject } from '../python-project.ts'
import { noChanges, type TreeChanges } from '../upgradable-project.ts'
import type { UpgradableFolder } from '../upgradable-folder.ts'
import type { VulnerabilitySource } from '../vulnerabilities.ts'
import { editPackageJson } from './edit-json.ts'
import { editPythonManifest } from './edit-python.ts'
import { npmLockfile } from './npm-lockfile.ts'
import { proveLockfile } from './prove-lockfile.ts'
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
  const lockfile = project instanceof NpmProject ? await editedLockfile(writing, project, changes, after) : undefined
  const replacements = [...after].map(([path, text]) => replacementOf(project, path, text))
  if (lockfile !== undefined) replacements.push(lockfile.replacement)
  const { backups, restore } = replaceFiles(folder, replacements, writing.backups)
  try {
    const vulnerabilities = await proveWritten(writing, plan, lockfile?.components)
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

interface EditedLockfile {
  readonly replacement: Replacement
  /** Package versions of the planned tree. */
  readonly components: readonly Component[]
}

/** Returns the changed npm lockfile. Undefined if the project has none. */
async function editedLockfile(
  { folder, signal }: UpgradeWriting,
  project: NpmProject,
  changes: TreeChanges,
  after: ReadonlyMap<string, string>,
): Promise<EditedLockfile | undefined> {
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
  const { walked, blockers, components } = await project.resolve(changes)
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
  return { replacement: { path: lockfile, before, after: text }, components }
}

/**
 * Reads the written files, and checks them against the plan: a lockfile must place the package versions of the planned
 * tree and meet its requests. It is not resolved again, because the result may differ from a lockfile that npm accepts:
 * a lockfile can place several versions that one range allows. Without a lockfile, resolves the manifests again.
 * Returns the number of vulnerabilities. Throws UpgradeWriteFailure if the plan has others.
 */
async function proveWritten(
  { project, source, readFolder }: UpgradeWriting,
  plan: UpgradePlan,
  planned: readonly Component[] | undefined,
): Promise<number> {
  const written = (await readFolder()).projects.find(({ manifest }) => manifest === project.manifest)
  if (written === undefined) throw new UpgradeWriteFailure('Assay cannot read what it wrote. No file was changed.')
  if (planned !== undefined && written instanceof NpmProject) proveLockfile(written, planned)
  const found = await source.of(written.locked ?? (await written.resolve(noChanges)).components)
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
