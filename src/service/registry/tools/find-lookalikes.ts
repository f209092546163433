import type { Database } from '../../db/client.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { type LikeNamedServer, listServersFoldedAlike, listServersWithFoldKeys } from '../../db/registry/like-names.ts'
import {
  countServersByToolKey,
  listIndexedTools,
  listRulesAboutTools,
  listToolsByKey,
  type SharedTool,
  type ToolKey,
} from '../../db/registry/tools.ts'
import { lookalikeLimits } from './lookalike-limits.ts'
import { variantsOfKey } from './name-variants.ts'

/**
 * What another server's item has in common with this server's item: `definition`, everything shown to models;
 * `description`, a long description; `name`, the name after folding similar letters.
 */
export type ToolLikeness = 'definition' | 'description' | 'name'

export interface ToolLookalikes {
  readonly kind: SharedTool['kind']
  readonly name: string
  readonly likeness: ToolLikeness
  /** Number of other servers with the same item, counted up to one more than `lookalikeLimits.maxServersPerName`. */
  readonly servers: number
  /** The first of these servers. */
  readonly found: readonly SharedTool[]
}

/**
 * How another server's name is similar: `folded` if both are equal except for case, separators, scope, and similar
 * letters; `edit` if one character was added, removed, replaced, or swapped and one of the two servers is popular.
 */
export type NameLikeness = 'folded' | 'edit'

export interface Lookalikes {
  readonly servers: readonly (LikeNamedServer & { readonly likeness: NameLikeness })[]
  readonly tools: readonly ToolLookalikes[]
  /**
   * Rules with findings in the tool descriptions of servers with the same texts, by server ID. A copy of a poisoned
   * description has the same findings.
   */
  readonly rulesAboutTools: ReadonlyMap<string, readonly string[]>
}

/** Kinds of similarity, strongest first. Servers with the same definition also share the name and description. */
const likenesses: readonly (readonly [ToolLikeness, ToolKey])[] = [
  ['definition', 'definitionHash'],
  ['description', 'descriptionHash'],
  ['name', 'nameKey'],
]

/**
 * Finds similar names, tools, prompts, and resources of other servers. Ignores common names that many servers use, such
 * as `search`. Every query uses an index, and the number of compared tools is limited.
 */
export async function findLookalikes(
  db: Database,
  server: Pick<RegistryServerRow, 'id' | 'foldKey' | 'popularity'>,
): Promise<Lookalikes> {
  const { maxTools, maxServers, maxServersPerName: commonName } = lookalikeLimits
  const servers = await findLikeNamed(db, server)
  const own = await listIndexedTools(db, server.id, maxTools)
  const tools: ToolLookalikes[] = []
  const told = new Set<number>()
  for (const [likeness, by] of likenesses) {
    // Short descriptions are often equal by chance.
    const wanted = own.filter(
      ({ ordinal, kind, descriptionHash, [by]: key }) =>
        key !== null && !told.has(ordinal) && (likeness === 'name' ? kind === 'tool' : descriptionHash !== null),
    )
    const counts = await countServersByToolKey(
      db,
      server.id,
      by,
      [...new Set(wanted.flatMap((tool) => tool[by] ?? []))],
      commonName + 1,
    )
    const shared = wanted.filter((tool) => {
      const count = counts.get(tool[by] ?? '') ?? 0
      return count > 0 && (likeness !== 'name' || count <= commonName)
    })
    const found = Map.groupBy(
      await listToolsByKey(db, server.id, by, [...new Set(shared.flatMap((tool) => tool[by] ?? []))], maxServers),
      ({ key }) => key,
    )
    for (const { ordinal, kind, name, ...tool } of shared) {
      told.add(ordinal)
      tools.push({
        kind,
        name,
        likeness,
        servers: counts.get(tool[by] ?? '') ?? 0,
        found: found.get(tool[by] ?? '') ?? [],
      })
    }
  }
  const copies = tools
    .filter(({ likeness }) => likeness !== 'name')
    .flatMap(({ found }) => found.map(({ server: { id } }) => id))
  return { servers, tools, rulesAboutTools: await listRulesAboutTools(db, [...new Set(copies)]) }
}

/**
 * Finds servers with similar names. Users do not confuse names that differ by one edit if neither server is popular. A
 * name that many servers share, such as `mcp-server` under each vendor's scope, identifies no server. It is therefore
 * ignored.
 */
async function findLikeNamed(
  db: Database,
  { id, foldKey, popularity }: Pick<RegistryServerRow, 'id' | 'foldKey' | 'popularity'>,
): Promise<Lookalikes['servers']> {
  const { maxServers: limit, minPopularity: muchUsed, maxServersPerName: commonName } = lookalikeLimits
  const folded = await listServersFoldedAlike(db, id, foldKey, commonName + 1)
  if (folded.length > commonName) return []
  const isMuchUsed = popularity !== null && popularity >= muchUsed
  const edited = await listServersWithFoldKeys(db, variantsOfKey(foldKey), {
    minPopularity: isMuchUsed ? undefined : muchUsed,
    commonName,
    limit,
  })
  return [
    ...folded.slice(0, limit).map((one) => ({ ...one, likeness: 'folded' as const })),
    ...edited.map((one) => ({ ...one, likeness: 'edit' as const })),
  ]
}
