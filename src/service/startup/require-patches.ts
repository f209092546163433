import { unpatchedFiles } from '../../../patches/patches.js'

/**
 * Refuses to start on dependencies that lack our patches: an unpatched database driver can lose connections and end the
 * process. The build patches them; an installation that was put together by hand may lack that.
 *
 * @throws Error that names the files and the command that patches them
 */
export function requirePatches(): void {
  const files = unpatchedFiles()
  if (files.length > 0)
    throw new Error(
      `These files of dependencies lack the patches that the service needs: ${files.join(', ')}. ` +
        'Run "node patches/apply.js" and start again.',
    )
}
