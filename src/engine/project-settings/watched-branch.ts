import { compileGlob } from './glob.ts'
import type { SettingsFile } from './settings-file.ts'

/**
 * Reports whether the settings list the branch as one whose pushes are scanned. The default branch does not need to be
 * listed.
 */
export function isWatchedBranch({ branches = [] }: Pick<SettingsFile, 'branches'>, branch: string): boolean {
  return branches.some((pattern) => {
    const glob = compileGlob(pattern)
    return 'matches' in glob && glob.matches(branch)
  })
}
