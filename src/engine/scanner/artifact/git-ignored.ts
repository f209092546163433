import { posix } from 'node:path'
import { folderLimits } from '../../sources/folder/folder-limits.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { parseIgnorePatterns } from '../../sources/folder/ignore-pattern.ts'
import { asBytes, IgnoreRules } from '../../sources/folder/ignore-rules.ts'

/**
 * Returns a function that reports whether the repository's own `.gitignore` files exclude a path, as they usually do
 * for build output.
 */
export function gitIgnored(files: ReadonlyMap<string, SnapshotFile>): (path: string) => boolean {
  const rules = new Map<string, IgnoreRules>()
  const verdicts = new Map<string, boolean>()
  const rulesOf = (folder: string, depth: number): IgnoreRules => {
    const known = rules.get(folder)
    if (known) return known
    const above = depth === 0 ? undefined : rulesOf(parentOf(folder), depth - 1)
    const file = files.get(folder === '' ? '.gitignore' : `${folder}/.gitignore`)
    const patterns =
      file === undefined || file.size > folderLimits.maxIgnoreFileBytes ? [] : parseIgnorePatterns(file.content)
    const own = patterns.length + (above?.size ?? 0) > folderLimits.maxIgnorePatterns ? [] : patterns
    const found = own.length === 0 && above ? above : new IgnoreRules(own, depth, above)
    rules.set(folder, found)
    return found
  }
  const isIgnored = (path: string, isFolder: boolean): boolean => {
    const known = verdicts.get(path)
    if (known !== undefined) return known
    const parts = path.split('/')
    const folder = parentOf(path)
    const verdict =
      (folder !== '' && isIgnored(folder, true)) ||
      rulesOf(folder, parts.length - 1).ignores(parts.map(asBytes), isFolder)
    verdicts.set(path, verdict)
    return verdict
  }
  return (path) => isIgnored(path, false)
}

function parentOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}
