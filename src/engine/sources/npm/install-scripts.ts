import type { SnapshotFile } from '../../model/snapshot.ts'
import type { NpmRelease } from '../package-registries/npm-release.ts'
import { shownText } from '../shown-text.ts'
import type { ArchivedManifest } from './archived-manifest.ts'

/** The command that npm runs for a package with a `binding.gyp` and neither `preinstall` nor `install`. */
export const implicitInstallScript = 'node-gyp rebuild'

/** The scripts that npm runs when it installs a package from a registry, in this order. */
const lifecycle = ['preinstall', 'install', 'postinstall'] as const

/** Long enough for the detectors. The complete text is in package.json. */
const maxScriptLength = 2_000

/**
 * The commands that an installation would run. npm reads them from the registry's manifest or, if it is abbreviated,
 * from the archive. Both count, and the archive's text comes first.
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
