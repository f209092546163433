import type { InstalledServer } from '../../engine/model/installed-servers.ts'
import type { ConfiguredServer } from './find-servers.ts'

/** Server whose program was scanned. */
export interface ToolServer {
  readonly server: Pick<ConfiguredServer['server'], 'name' | 'project' | 'isDisabled'>
  readonly clientId: string
  /** Identifies the program. Several servers can run the same program. */
  readonly programKey: string
  readonly tools: readonly string[]
}

/** Maximum number of shared tools per server. A file with thousands of servers must not cause millions of entries. */
export const maxSharedTools = 100

interface Offer {
  readonly order: number
  readonly programKey: string
  readonly server: string
}

/**
 * Returns the tools that another program in the same client also offers, because a model cannot tell them apart.
 * Returns at most `maxSharedTools` per server. Linear in the number of servers.
 */
export function sharedToolsOf(servers: readonly ToolServer[]): ReadonlyMap<ToolServer, InstalledServer['sharedTools']> {
  const offers = indexOffers(servers.filter(({ server }) => !server.isDisabled))
  return new Map(
    servers.map((own) => {
      if (own.server.isDisabled) return [own, []]
      const shared = own.tools.flatMap((tool) =>
        otherOffers(offers, own, tool).map(({ order, server }) => ({ order, tool, server })),
      )
      const listed = shared.toSorted((a, b) => a.order - b.order).slice(0, maxSharedTools)
      return [own, listed.map(({ tool, server }) => ({ tool, server }))]
    }),
  )
}

/** Offers of a tool in one client and scope, by program. Stores only each program's first offer. */
type OffersOfScope = Map<string, Offer>

const everyScope = 'every scope'
const userScope = 'user'

function indexOffers(servers: readonly ToolServer[]): ReadonlyMap<string, OffersOfScope> {
  const offers = new Map<string, OffersOfScope>()
  for (const [order, { server, clientId, programKey, tools }] of servers.entries())
    for (const tool of tools)
      for (const scope of [everyScope, scopeOf(server.project)]) {
        const key = offerKey(clientId, tool, scope)
        const ofScope = offers.get(key) ?? new Map<string, Offer>()
        offers.set(key, ofScope)
        if (!ofScope.has(programKey)) ofScope.set(programKey, { order, programKey, server: server.name })
      }
  return offers
}

/**
 * Returns other programs' offers of the tool. A client starts user servers in every project, but project servers only
 * in their own project.
 */
function otherOffers(
  offers: ReadonlyMap<string, OffersOfScope>,
  { server: { project }, clientId, programKey }: ToolServer,
  tool: string,
): readonly Offer[] {
  const scopes = project === undefined ? [everyScope] : [userScope, scopeOf(project)]
  const others = new Map<string, Offer>()
  for (const scope of scopes)
    for (const offer of firstOf(offers.get(offerKey(clientId, tool, scope)), maxSharedTools + 1)) {
      const known = others.get(offer.programKey)
      if (offer.programKey !== programKey && (!known || offer.order < known.order)) others.set(offer.programKey, offer)
    }
  return [...others.values()]
}

const scopeOf = (project: string | undefined) => (project === undefined ? userScope : `project ${project}`)

const offerKey = (...parts: readonly string[]) => JSON.stringify(parts)

function firstOf(offers: OffersOfScope | undefined, count: number): readonly Offer[] {
  return offers ? offers.values().take(count).toArray() : []
}
