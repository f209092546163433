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
 * In what something at another server is like it: `definition` is all that models are told, `description` a long text
 * word for word, `name` what it is called, letters that look alike written alike.
 */
export type ToolLikeness = 'definition' | 'description' | 'name'

export interface ToolLookalikes {
  readonly kind: SharedTool['kind']
  readonly name: string
  readonly likeness: ToolLikeness
  /** Other servers that have it, counted up to one more than `lookalikeLimits.maxServersPerName`. */
  readonly servers: number
  /** The first of them. */
  readonly found: readonly SharedTool[]
}

/**
 * In what the name of another server is like its own: `folded`, the same but for case, separators, scope and letters
 * that look alike; `edit`, one character more, less, another or swapped, where one of the two is much used.
 */
export type NameLikeness = 'folded' | 'edit'

export interface Lookalikes {
  readonly servers: readonly (LikeNamedServer & { readonly likeness: NameLikeness })[]
  readonly tools: readonly ToolLookalikes[]
  /**
   * By the id of a server that has the same texts: the rules that found something in what it tells models. Whoever
   * copies a poisoned text copies its findings.
   */
  readonly rulesAboutTools: ReadonlyMap<string, readonly string[]>
}

/** The strongest likeness first: whoever has the same definition has the same name and description too. */
const likenesses: readonly (readonly [ToolLikeness, ToolKey])[] = [
  ['definition', 'definitionHash'],
  ['description', 'descriptionHash'],
  ['name', 'nameKey'],
]

/**
 * What at other servers looks like a server or like what it offers to models. Names that many servers use, such as
 * `search`, are common and no likeness. Every question is answered by an index, and for so many tools only.
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
    // What has no description to speak of is alike by chance.
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
 * Of names that are one edit apart neither of which is much used, nobody takes one for the other. A name that many
 * servers have, such as `mcp-server` under each vendor's scope, tells none from another: it is neither squatted nor a
 * squatter's.
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
