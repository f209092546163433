import { compileGlob } from './glob.ts'
import type { SettingsFile } from './settings-file.ts'

/**
 * Whether the settings name the branch as one whose pushes are scanned. The default branch does not need to be named.
 */
export function isWatchedBranch({ branches = [] }: Pick<SettingsFile, 'branches'>, branch: string): boolean {
  return branches.some((pattern) => {
    const glob = compileGlob(pattern)
    return 'matches' in glob && glob.matches(branch)
  })
}
