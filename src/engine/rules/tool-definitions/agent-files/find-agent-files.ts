import type { Snapshot, SnapshotFile } from '../../../model/snapshot.ts'
import { type AgentFileKind, agentFileKind, pluginFileKind } from './agent-file-kind.ts'
import { agentFileLimits } from './agent-file-limits.ts'

/** A project's agent files. */
export interface AgentFiles {
  readonly files: readonly { readonly file: SnapshotFile; readonly kind: AgentFileKind }[]
  /** True if some files were omitted because of the limits. */
  readonly isCut: boolean
}

const manifest = /(?:^|\/)\.(?:claude|cursor|codex)-plugin\/plugin\.json$/i

/** Returns the agent files in a snapshot. */
export function agentFiles({ files }: Pick<Snapshot, 'files'>): AgentFiles {
  const found: { readonly file: SnapshotFile; readonly kind: AgentFileKind }[] = []
  const plugins = new Set(
    [...files.keys()].flatMap((path) => (manifest.test(path) ? [path.replace(manifest, '')] : [])),
  )
  let [bytes, isCut] = [0, false]
  for (const file of files.values()) {
    const kind = agentFileKind(file.path) ?? (plugins.size === 0 ? undefined : pluginFileKind(file.path, plugins))
    if (kind === undefined) continue
    const isOver =
      file.size > agentFileLimits.maxFileBytes ||
      bytes + file.size > agentFileLimits.maxTotalBytes ||
      found.length === agentFileLimits.maxFiles
    isCut ||= isOver
    if (isOver) continue
    bytes += file.size
    found.push({ file, kind })
  }
  return { files: found, isCut }
}
