import { walkNpmInstall, type WalkedTree } from '../../../../src/engine/inventory/npm-install-walk.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { pickNpmVersion } from '../../../../src/engine/sources/package-registries/pick-npm-version.ts'
import { scanIsolation } from '../../../support/test-isolation.ts'

/** `name@version` by folder. */
export type Placed = ReadonlyMap<string, string>

export interface WalkedPlaces {
  readonly placed: Placed
  /** npm refuses to install this tree (ERESOLVE). */
  readonly refused: boolean
  /** A dependency has no published version. */
  readonly failed: boolean
  readonly limit: string | undefined
}

/** Returns the tree that the walk builds for `start` from the registry at `url`. */
export async function placedByWalk(url: string): Promise<WalkedPlaces> {
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const registry = createNpmRegistry({ network, registry: url })
  const lookup = await registry.packument('start')
  const manifest = lookup.status === 'found' ? pickNpmVersion(lookup.packument, 'latest') : undefined
  if (manifest === undefined) throw new Error('the random registry has no start')
  return placesOf(
    await walkNpmInstall({
      isolation: scanIsolation(),
      registry,
      signal: AbortSignal.timeout(60_000),
      manifest,
      files: new Map(),
    }),
  )
}

/** Returns the folders of a tree. */
export function placesOf({ root, refused, limit }: WalkedTree): WalkedPlaces {
  const nodes = [...root.everyNode()].filter((node) => node !== root && node.linkTarget === undefined)
  return {
    placed: new Map(
      nodes
        .filter(({ failure }) => failure === undefined)
        .map((node) => [node.path.slice(1), `${node.manifest.name}@${node.manifest.version}`]),
    ),
    refused: refused.size > 0,
    failed: nodes.some(({ failure }) => failure !== undefined),
    limit,
  }
}

/** Returns a line for each folder that differs. */
export function placeDifferences(npm: Placed, walked: Placed): string[] {
  return [...new Set([...npm.keys(), ...walked.keys()])]
    .sort()
    .filter((place) => npm.get(place) !== walked.get(place))
    .map((place) => `${place}: npm ${npm.get(place) ?? '-'}, walk ${walked.get(place) ?? '-'}`)
}
