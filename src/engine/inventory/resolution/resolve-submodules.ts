import type { Inventory } from '../../model/inventory.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { shownText } from '../../sources/shown-text.ts'
import type { InventoryContext } from '../inventory-context.ts'
import { mergeComponents } from '../project/merge-components.ts'
import { submoduleComponent, submodulesOf } from '../project/submodules.ts'

/** Maximum number of submodule repositories to query for tags in one scan. */
const maxRepositories = 20

/** Time limit for all repositories together. */
const maxWorkMs = 30_000

/** Maximum number of concurrent requests. */
const concurrency = 4

/**
 * Adds a project's submodules to the inventory. Queries their repositories for the tag of the recorded commit, unless
 * dependency resolution is disabled or the source is private. Throws only if the signal aborts.
 */
export async function withSubmodules(
  { resolution, tagOf, signal }: Pick<InventoryContext, 'resolution' | 'tagOf' | 'signal'>,
  inventory: Inventory,
  snapshot: Pick<Snapshot, 'files' | 'submodules' | 'source'>,
): Promise<Inventory> {
  const submodules = submodulesOf(snapshot)
  if (submodules.length === 0) return inventory
  const isOff = resolution === undefined || 'off' in resolution
  const asked = [...new Map(submodules.map((one) => [`${one.repository} ${one.commit}`, one]))]
  const waiting = isOff ? [] : asked.slice(0, maxRepositories)
  const tags = new Map<string, string | null>()
  const clock = AbortSignal.any([signal, AbortSignal.timeout(maxWorkMs)])
  const askInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !clock.aborted; next = waiting.shift()) {
      const [key, { repository, commit }] = next
      const tag = await tagOf?.(repository, commit, clock)
      if (tag !== undefined) tags.set(key, tag)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, askInTurn))
  signal.throwIfAborted()
  const project = shownText(snapshot.source.canonicalUrl)
  const listed = submodules.map((one) => {
    const tag = tags.get(`${one.repository} ${one.commit}`)
    return { component: submoduleComponent(one, tag ?? undefined, project), isUntagged: tag === null }
  })
  const untagged = listed.flatMap(({ component: { purl }, isUntagged }) => (isUntagged ? [purl] : []))
  return {
    ...inventory,
    components: mergeComponents([...inventory.components, ...listed.map(({ component }) => component)]),
    ...(untagged.length > 0 && { untagged }),
  }
}
