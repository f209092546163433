import { realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Of this installation. */
const ownFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** npm names our package by the way to it that it was given, which may lead over links. */
function isOwnPackage(path: string): boolean {
  try {
    return realpathSync(path) === join(ownFolder, 'package.json')
  } catch {
    return false
  }
}

/**
 * `npm run assay` moves to the folder of the installation and notes in INIT_CWD where it was called. Only then is that
 * asked: a script of another project that calls us, be its name `assay` too, stands where it wants to stand. npm says
 * of which package its script is (npm_package_json).
 */
export function callerFolderOf({
  INIT_CWD: calledIn,
  npm_lifecycle_event: script,
  npm_package_json: ofPackage,
}: Readonly<Record<string, string | undefined>>): string {
  const here = process.cwd()
  return calledIn !== undefined &&
    isAbsolute(calledIn) &&
    script === 'assay' &&
    here === ownFolder &&
    ofPackage !== undefined &&
    isOwnPackage(ofPackage)
    ? calledIn
    : here
}
