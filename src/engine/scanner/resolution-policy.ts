import { registrySnapshot, type RegistrySnapshot } from '../inventory/resolution/registry-snapshot.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { readProjectSettings } from '../project-settings/read-settings.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'

/** Reason if the process runs offline. */
export const notOffline = 'Assay contacts no package registry with --offline'

/** Reason if the operator disabled dependency resolution. */
export const switchedOff = 'resolving dependencies is switched off'

/** Reason if a command-line flag disabled dependency resolution. */
export const notByFlag = 'Assay contacts no package registry with --no-resolve'

/** Reason for private sources. Their dependency names may be private too. */
export const notPrivate = 'the source is private, so Assay sends none of its names to a package registry'

/**
 * Returns the registries for resolving manifests without a lockfile, or the reason for not resolving them, as the end
 * of a sentence. Private sources are resolved only if their account enables it.
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
    // In the CLI, the user who starts the scan could also install the project on the same machine, so resolving reveals
    // nothing more.
    if (isPrivate || (isInternal && options.accountId !== undefined)) return { off: notPrivate }
  }
  if (options.heedsProject === true && readProjectSettings(snapshot, []).resolve === 'off')
    return { off: 'the settings of the project switch it off' }
  return registrySnapshot(context.sources, options.resolvedAt ?? new Date())
}
