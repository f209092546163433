import type { JoinEvidence } from '../../../engine/model/registry-source.ts'
import { type JoinableSource, joinEvidence } from './join-evidence.ts'

/** A source, and the server that was made for it, to which it goes back when it is parted from others. */
export interface HomedSource extends JoinableSource {
  readonly id: string
  readonly homeId: string
  readonly homeCreatedAt: Date
}

/** Sources that are one server. */
export interface SourceGroup {
  /** The oldest of their servers: it stays. */
  readonly serverId: string
  readonly members: readonly {
    readonly sourceId: string
    readonly homeId: string
    readonly joinedBy: JoinEvidence | undefined
  }[]
}

/**
 * Which of these sources are one server each: those that are linked by what both sides say, directly or over a third. A
 * pure function of the sources: the order in which they came makes no difference.
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
