import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { readGoMod } from './go-mod-file.ts'

/** Maximum number of parent folders to search for a go.work, and maximum number of its modules to open. */
const maxLevels = 6
const maxModules = 100

/**
 * Returns the paths of modules that the build takes from folders in the project's go.work workspace, regardless of the
 * required version, https://go.dev/ref/mod#workspaces. Empty if this folder is not part of any go.work.
 */
export function modulesOfWorkspace(file: ManifestFile): ReadonlySet<string> {
  const own = posix.dirname(file.path)
  for (let level = 0, up = './'; level <= maxLevels; level += 1, up = level === 1 ? '../' : `${up}../`) {
    const uses = readBeside(file, `${up}go.work`, readGoMod)?.uses.slice(0, maxModules)
    if (uses === undefined) continue
    if (!uses.some((folder) => posix.join(own, up, folder, '.') === posix.join(own, '.'))) return new Set()
    return new Set(
      uses.flatMap((folder) => readBeside(file, posix.join(up, folder, 'go.mod'), readGoMod)?.module ?? []),
    )
  }
  return new Set()
}
