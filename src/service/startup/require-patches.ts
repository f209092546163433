import { unpatchedFiles } from '../../../patches/patches.js'

/**
 * Refuses to start with unpatched dependencies. An unpatched database driver can lose connections and crash the
 * process. The build applies the patches, but a manual installation may not have them.
 *
 * @throws An Error that names the files and the command that patches them.
 */
export function requirePatches(): void {
  const files = unpatchedFiles()
  if (files.length > 0)
    throw new Error(
      `These files of dependencies lack the patches that the service needs: ${files.join(', ')}. ` +
        'Run "node patches/apply.js" and start again.',
    )
}
