import { tmpdir } from 'node:os'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createCratesIndex } from '../../src/engine/sources/package-registries/crates-index.ts'
import { createMavenRepository } from '../../src/engine/sources/package-registries/maven-repository.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../src/engine/sources/package-registries/pypi-index.ts'
import type { SourceContext } from '../../src/engine/sources/source.ts'
import { scanIsolation } from './test-isolation.ts'

const nowhere = 'http://127.0.0.1:9/'

/** Returns the context of sources in a test: servers on loopback. By default, registries are unreachable. */
export function sourceContext(given: Partial<SourceContext> = {}): SourceContext {
  const allowedNetworks = parseAllowedNetworks('upstream=127.0.0.0/8,source=127.0.0.0/8')
  const network = createNetwork({ allowedNetworks })
  return {
    npmRegistry: createNpmRegistry({ network, registry: nowhere }),
    pypiIndex: createPypiIndex({ network, index: nowhere }),
    cratesIndex: createCratesIndex({ network, index: nowhere }),
    mavenRepository: createMavenRepository({ network, repository: nowhere }),
    git: { connect: createGuardedConnect(createAddressGuard({ allowedNetworks })), temporaryFolder: tmpdir() },
    isolation: scanIsolation(),
    signal: AbortSignal.timeout(20_000),
    ...given,
  }
}
