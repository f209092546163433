import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, type Table, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { cargoProject, cargoRequests } from './cargo-manifest.ts'

/** Maximum number of parent folders that are searched for the workspace of a member. */
const maxLevels = 6

/** https://doc.rust-lang.org/cargo/reference/manifest.html. Linear. */
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
    const requests = cargoRequests(root, workspaceOf(file, root), linesInToml(file.text, work))
    for (const { name, requested, repository, folder, dev, groups, line } of requests) {
      const role = { name, dev, groups, ...atLine(line) }
      const version = /^\s*=\s*(\d+\.\d+\.\d+(?:[A-Za-z.+-][0-9A-Za-z.+-]*)?)\s*$/.exec(requested)?.[1]
      if (repository !== undefined)
        listing.request({ ...role, requested: repository, reason: 'it comes from a git repository' })
      else if (folder !== undefined) {
        if (pathWithinProject(file.path, folder) === undefined)
          listing.request({ ...role, requested: folder, reason: 'it is a folder outside the project' })
      } else if (version === undefined)
        listing.request({ ...role, requested: requested || '*', reason: 'no lockfile pins its version' })
      else listing.add({ ...role, version, direct: true })
    }
    const project = cargoProject(root)
    return listing.reading(project === undefined ? {} : { project })
  },
}

/** The Cargo.toml of a package's workspace: its own, or the nearest one above. */
function workspaceOf(file: ManifestFile, root: Table): Table {
  if (isTable(valueAt(root, 'workspace'))) return root
  for (let up = '../'; up.length <= maxLevels * 3; up += '../') {
    const above = readBeside(file, `${up}Cargo.toml`, parseToml)
    if (above !== undefined && isTable(valueAt(above, 'workspace'))) return above
  }
  return {}
}
