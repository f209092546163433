import { readConfig, readOperatorNpm } from '../../src/settings/config.ts'
import { upstreamsOf } from '../../src/settings/upstreams.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../src/engine/sources/package-registries/pypi-index.ts'
import type { PackageReach } from './package-cache.ts'

/** The configured registries, as in `assay scan`. They are opened on the first download. */
export function configuredReach(stack: AsyncDisposableStack): () => PackageReach {
  let reach: PackageReach | undefined
  return () => (reach ??= openReach(stack))
}

function openReach(stack: AsyncDisposableStack): PackageReach {
  const config = readConfig()
  const network = stack.use(createNetwork({ allowedNetworks: config.allowedNetworks, upstreams: upstreamsOf(config) }))
  return {
    npmRegistry: createNpmRegistry({ network, publicRegistry: config.publicNpmRegistry, ...readOperatorNpm(config) }),
    pypiIndex: createPypiIndex({ network, index: config.pypiIndex, fileOrigins: [config.publicPypiFiles] }),
  }
}
