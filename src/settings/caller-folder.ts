import { realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installationFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Reports whether a path is the `package.json` of this installation. npm may use a path with symbolic links. */
function isPackageOfAssay(path: string): boolean {
  try {
    return realpathSync(path) === join(installationFolder, 'package.json')
  } catch {
    return false
  }
}

/**
 * Returns the absolute path of the folder in which the user ran Assay.
 *
 * `npm run assay` changes to the installation folder and stores the caller's folder in INIT_CWD. Other projects'
 * scripts set INIT_CWD too, but choose their own working folder. INIT_CWD is therefore used only for Assay's own
 * script, which npm_package_json identifies.
 */
export function callerFolderOf({
  INIT_CWD: callerFolder,
  npm_lifecycle_event: script,
  npm_package_json: packageFile,
}: Readonly<Record<string, string | undefined>>): string {
  const workingFolder = process.cwd()
  return callerFolder !== undefined &&
    isAbsolute(callerFolder) &&
    script === 'assay' &&
    workingFolder === installationFolder &&
    packageFile !== undefined &&
    isPackageOfAssay(packageFile)
    ? callerFolder
    : workingFolder
}
