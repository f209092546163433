import { type AdvisoryDescription, isMalwareId } from './description.ts'

/** Limits used by osv.dev. Records with longer alias lists, and groups with more IDs, mix different vulnerabilities. */
const maxAliases = 5
const maxGroupIds = 32

/** Advisories about the same vulnerability. */
export interface AdvisoryGroup<Advisory> {
  /** Most widely known ID of the vulnerability. */
  readonly id: string
  /** All other IDs of the vulnerability, sorted, including IDs without a known advisory. */
  readonly aliases: readonly string[]
  readonly advisories: readonly Advisory[]
}

/**
 * Groups advisories that name each other, or a common third one, as alias or upstream. Groups are in the order of their
 * first advisories.
 */
export function groupAdvisories<Advisory extends Pick<AdvisoryDescription, 'id' | 'aliases' | 'upstream'>>(
  advisories: readonly Advisory[],
): AdvisoryGroup<Advisory>[] {
  const parents = new Map<string, string>()
  for (const { id, ...others } of advisories) {
    for (const other of sameFlaw(others)) parents.set(findRoot(parents, other), findRoot(parents, id))
  }
  const members = Map.groupBy(advisories, ({ id }) => findRoot(parents, id))
  const ids = Map.groupBy(new Set([...parents.keys(), ...advisories.map(({ id }) => id)]), (id) =>
    findRoot(parents, id),
  )
  return [...members].flatMap(([root, group]) => {
    const groupIds = ids.get(root) ?? []
    return groupIds.length > maxGroupIds
      ? group.map((advisory) => describeGroup([advisory], [advisory.id, ...sameFlaw(advisory)]))
      : [describeGroup(group, groupIds)]
  })
}

function sameFlaw({ aliases, upstream }: Pick<AdvisoryDescription, 'aliases' | 'upstream'>): string[] {
  return [aliases, upstream].flatMap((list) => (list.length > maxAliases ? [] : list))
}

function findRoot(parents: Map<string, string>, id: string): string {
  let root = id
  for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
    root = parent
  parents.set(id, root)
  return root
}

function describeGroup<Advisory extends { id: string }>(
  advisories: readonly Advisory[],
  ids: readonly string[],
): AdvisoryGroup<Advisory> {
  const id = primaryId(advisories.map((advisory) => advisory.id))
  return { id, aliases: [...new Set(ids)].filter((other) => other !== id).sort(), advisories }
}

/**
 * Predicates for choosing the primary ID, most preferred first: malware IDs, the most widely used database, the
 * ecosystem's own database, and CVE.
 */
const preferredIds: readonly ((id: string) => boolean)[] = [
  isMalwareId,
  (id) => id.startsWith('GHSA-'),
  (id) => /^(PYSEC|GO|RUSTSEC)-/.test(id),
  (id) => id.startsWith('CVE-'),
]

/** Returns a vulnerability's most widely known ID, or an empty string if there are no IDs. */
export function primaryId(ids: readonly string[]): string {
  const sorted = [...ids].sort()
  return preferredIds.flatMap((preferred) => sorted.filter(preferred))[0] ?? sorted[0] ?? ''
}
