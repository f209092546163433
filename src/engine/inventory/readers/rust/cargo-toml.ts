import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, type Table, tableAt, textsAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { cargoInstallation } from './cargo-installation.ts'
import { cargoProject, cargoRequests } from './cargo-manifest.ts'

/** Maximum number of parent folders to search for a member's workspace. */
const maxLevels = 6

/** Reader for Cargo manifests, https://doc.rust-lang.org/cargo/reference/manifest.html. Runs in linear time. */
export const cargoToml: ManifestReader = {
  id: 'cargo-toml',
  ecosystem: 'crates.io',
  kind: 'manifest',
  names: ['Cargo.toml'],
  reads: (path) => posix.basename(path) === 'Cargo.toml',
  read(file) {
    const work = workOf(file)
    const root = parseToml(file.text, work)
    const listing = new Listing(work)
    const workspace = workspaceOf(file, root)
    const requests = cargoRequests(root, workspace.table, workspace.folder, linesInToml(file.text, work))
    for (const { name, requested, repository, folder, registry, dev, groups, line } of requests) {
      const role = { name, dev, groups, ...atLine(line) }
      const version = /^\s*=\s*(\d+\.\d+\.\d+(?:[A-Za-z.+-][0-9A-Za-z.+-]*)?)\s*$/.exec(requested)?.[1]
      if (repository !== undefined) listing.request({ ...role, requested: repository, reason: 'git-repository' })
      else if (folder !== undefined) {
        if (pathWithinProject(file.path, folder) === undefined)
          listing.request({ ...role, requested: folder, reason: 'folder-outside' })
      } else if (registry !== undefined)
        listing.request({ ...role, requested: requested || '*', reason: 'other-registry' })
      else if (version === undefined) listing.request({ ...role, requested: requested || '*', reason: 'no-cargo-lock' })
      else listing.add({ ...role, version, direct: true })
    }
    const project = cargoProject(root)
    return listing.reading({
      ...(project === undefined ? {} : { project }),
      workspaces: isTable(valueAt(root, 'workspace')) ? membersOf(file, tableAt(root, 'workspace')) : [],
      installations: [cargoInstallation(file, root, requests)],
    })
  },
}

/**
 * Returns the workspace members. See
 * https://doc.rust-lang.org/cargo/reference/workspaces.html#the-members-and-exclude-fields
 */
function membersOf(file: ManifestFile, workspace: Table): readonly string[] {
  const patterns = [...textsAt(workspace, 'members'), ...textsAt(workspace, 'exclude').map((folder) => `!${folder}`)]
  return file.membersOf?.(patterns, 'Cargo.toml') ?? []
}

/** Returns the Cargo.toml that defines a package's workspace: its own, or the nearest one above. */
function workspaceOf(file: ManifestFile, root: Table): { readonly table: Table; readonly folder: string } {
  if (isTable(valueAt(root, 'workspace'))) return { table: root, folder: '.' }
  for (let up = '../'; up.length <= maxLevels * 3; up += '../') {
    const above = readBeside(file, `${up}Cargo.toml`, parseToml)
    if (above !== undefined && isTable(valueAt(above, 'workspace'))) return { table: above, folder: up }
  }
  return { table: {}, folder: '.' }
}
