import { readComponents } from '../../../src/engine/inventory/read-components.ts'
import type { Inventory } from '../../../src/engine/model/inventory.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import { type StandInOptions, type StandInPackages, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { scanIsolation } from '../../support/test-isolation.ts'

export interface InventoryOf extends Inventory {
  /** `name@version` of each package, without the scanned one. */
  readonly names: readonly string[]
  readonly requests: readonly string[]
  readonly maxAtOnce: number
  readonly progress: readonly number[]
}

/** Resolves, fetches, and reads the latest version of `start` from a registry of these packages. */
export async function inventoryOf(
  packages: StandInPackages,
  options: StandInOptions & { readonly signal?: AbortSignal } = {},
): Promise<InventoryOf> {
  await using standIn = await startNpmStandIn(packages, options)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const progress: number[] = []
  const npmRegistry = createNpmRegistry({ network, registry: standIn.url })
  const context = sourceContext({ npmRegistry, signal: options.signal ?? AbortSignal.timeout(20_000) })
  const source = await resolveSource(context, { type: 'npm', name: 'start', selector: 'latest' })
  const inventory = await readComponents(
    { ...context, isolation: scanIsolation(), onProgress: (packages) => void progress.push(packages) },
    source,
    await fetchSource(context, source),
  )
  const names = inventory.components
    .map(({ name, version }) => `${name}@${version}`)
    .filter((name) => !name.startsWith('start@'))
  return { ...inventory, names, requests: [...standIn.requests], maxAtOnce: standIn.maxAtOnce(), progress }
}
