import { registrySnapshot, type RegistrySnapshot } from '../inventory/resolution/registry-snapshot.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { readProjectSettings } from '../project-settings/read-settings.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'

/** Why scans of a process contact no registry. */
export const notOffline = 'Assay contacts no package registry with --offline'

/** Why scans resolve nothing if the operator switches it off. */
export const switchedOff = 'resolving dependencies is switched off'

/** Why a scan of the command line resolves nothing. */
export const notByFlag = 'Assay contacts no package registry with --no-resolve'

/** Why a private source is not resolved. The names in it may be private too. */
export const notPrivate = 'the source is private, so Assay sends none of its names to a package registry'

/**
 * The registries that resolve the manifests of a source without a lockfile, or why none is asked, as the end of a
 * sentence. Private sources are resolved only if their account enables it.
 */
export function resolutionOf(
  context: ScanContext,
  options: SourceScanOptions,
  resolved: ResolvedSource,
  snapshot: Snapshot,
): RegistrySnapshot | { readonly off: string } {
  const off = options.noResolution ?? context.noResolution
  if (off !== undefined) return { off }
  if (resolved.type === 'git' && options.resolvesPrivate !== true) {
    const { isPrivate = false, isInternal = false } = resolved
    // On the command line, the user who starts the scan may install the project from the same machine.
    if (isPrivate || (isInternal && options.accountId !== undefined)) return { off: notPrivate }
  }
  if (options.heedsProject === true && readProjectSettings(snapshot, []).resolve === 'off')
    return { off: 'the settings of the project switch it off' }
  return registrySnapshot(context.sources, options.resolvedAt ?? new Date())
}
