import type { SnapshotFile } from '../../model/snapshot.ts'
import type { NpmRelease } from '../package-registries/npm-release.ts'
import { shownText } from '../shown-text.ts'
import type { ArchivedManifest } from './archived-manifest.ts'

/** Command that npm runs for a package that has a `binding.gyp` but neither `preinstall` nor `install`. */
export const implicitInstallScript = 'node-gyp rebuild'

/** Scripts that npm runs when it installs a package from a registry, in this order. */
const lifecycle = ['preinstall', 'install', 'postinstall'] as const

/** Maximum length of a stored script. This is enough for the detectors; the complete text is in `package.json`. */
const maxScriptLength = 2_000

/**
 * Returns the commands that an installation would run. npm reads them from the registry's manifest or, if that manifest
 * is abbreviated, from the archive. Both sources are included, with the archive's commands first.
 */
export function installScripts(
  archived: ArchivedManifest | undefined,
  { scripts: published = {} }: NpmRelease,
  files: ReadonlyMap<string, SnapshotFile>,
): Record<string, string> {
  const inArchive = archived?.scripts ?? {}
  const found = lifecycle.flatMap((name) => {
    const command = inArchive[name] || published[name]
    return command ? [[name, shownText(command, maxScriptLength)] as const] : []
  })
  const isCompiled =
    files.has('binding.gyp') && archived?.gypfile !== false && !found.some(([name]) => name !== 'postinstall')
  return Object.fromEntries(isCompiled ? [['install', implicitInstallScript], ...found] : found)
}
