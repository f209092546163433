import { posix } from 'node:path'
import type { ManifestFile } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { readGoMod } from './go-mod-file.ts'

/** Folders above in which the go.work is looked for, and modules of it that are opened. */
const maxLevels = 6
const maxModules = 100

/**
 * Paths of the modules that the workspace around a go.mod takes from the project's own folders, whatever
 * version is asked for, https://go.dev/ref/mod#workspaces; empty where no go.work uses the folder of this file.
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
