import { readComponents } from '../../../src/engine/inventory/read-components.ts'
import type { Inventory } from '../../../src/engine/model/inventory.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createPypiIndex } from '../../../src/engine/sources/package-registries/pypi-index.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import { type PypiStandInOptions, type StandInReleases, startPypiStandIn } from '../../support/pypi-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { scanIsolation } from '../../support/test-isolation.ts'

export interface PypiInventoryOf extends Inventory {
  /** `name@version` of each project, without the scanned one. */
  readonly names: readonly string[]
  readonly requests: readonly string[]
  readonly maxAtOnce: number
  readonly progress: readonly number[]
}

/** Resolves, fetches, and reads the latest version of `start` from an index with these releases. */
export async function pypiInventoryOf(
  releases: StandInReleases,
  options: PypiStandInOptions & { readonly signal?: AbortSignal } = {},
): Promise<PypiInventoryOf> {
  await using standIn = await startPypiStandIn(releases, options)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const progress: number[] = []
  const context = sourceContext({
    pypiIndex: createPypiIndex({ network, index: standIn.url }),
    signal: options.signal ?? AbortSignal.timeout(20_000),
  })
  const source = await resolveSource(context, { type: 'pypi', name: 'start' })
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
