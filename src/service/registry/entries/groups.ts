import type { JoinEvidence } from '../../../engine/model/registry-source.ts'
import { type JoinableSource, joinEvidence } from './join-evidence.ts'

/**
 * Source, and the server that was created for it. The source returns to this server if it is separated from the others.
 */
export interface HomedSource extends JoinableSource {
  readonly id: string
  readonly homeId: string
  readonly homeCreatedAt: Date
}

/** Sources that together form one server. */
export interface SourceGroup {
  /** ID of the sources' oldest server, which represents the group. */
  readonly serverId: string
  readonly members: readonly {
    readonly sourceId: string
    readonly homeId: string
    readonly joinedBy: JoinEvidence | undefined
  }[]
}

/**
 * Groups the sources that belong to the same server. Two sources belong together if the declarations of both link them,
 * directly or through a third source. Pure. The order of the sources does not affect the result.
 */
export function groupSources(sources: readonly HomedSource[]): SourceGroup[] {
  const ordered = sources.toSorted(
    (one, other) =>
      one.homeCreatedAt.getTime() - other.homeCreatedAt.getTime() ||
      (one.homeId < other.homeId ? -1 : one.homeId > other.homeId ? 1 : one.id < other.id ? -1 : 1),
  )
  const left = new Set(ordered)
  const groups: SourceGroup[] = []
  for (const first of ordered) {
    if (!left.delete(first)) continue
    const members = [{ source: first, joinedBy: undefined as JoinEvidence | undefined }]
    for (let at = 0; at < members.length; at += 1) {
      const known = members[at]
      if (!known) break
      for (const other of left) {
        const evidence = other.homeId === known.source.homeId ? undefined : joinEvidence(known.source, other)
        if (!evidence && other.homeId !== known.source.homeId) continue
        left.delete(other)
        members.push({ source: other, joinedBy: evidence })
      }
    }
    groups.push({
      serverId: first.homeId,
      members: members.map(({ source, joinedBy }) => ({ sourceId: source.id, homeId: source.homeId, joinedBy })),
    })
  }
  return groups
}
