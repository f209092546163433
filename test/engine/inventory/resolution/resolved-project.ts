import type { Inventory } from '../../../../src/engine/model/inventory.ts'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { registrySnapshot } from '../../../../src/engine/inventory/resolution/registry-snapshot.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createMavenRepository } from '../../../../src/engine/sources/package-registries/maven-repository.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../../../src/engine/sources/package-registries/pypi-index.ts'
import { type StandInOptions, type StandInPackages, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { type PypiStandInOptions, type StandInReleases, startPypiStandIn } from '../../../support/pypi-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { type FileContent, projectSnapshot } from '../project-snapshot.ts'

interface Registries {
  readonly npm?: StandInPackages
  readonly pypi?: StandInReleases
  readonly npmOptions?: StandInOptions
  readonly pypiOptions?: PypiStandInOptions
  /** Registry of the scope `@corp`, as the operator configures it. */
  readonly corp?: StandInPackages
}

export interface ResolvedProject {
  readonly inventory: Inventory
  /** Paths of all requests, in the order of arrival. */
  readonly npmRequests: readonly string[]
  readonly pypiRequests: readonly string[]
  readonly corpRequests: readonly string[]
}

export const takenAt = new Date('2026-08-01T10:00:00.000Z')

/** The inventory of a project, resolved in registries of these packages. */
export async function resolvedProject(
  files: Readonly<Record<string, FileContent>>,
  { npm = {}, pypi = {}, npmOptions, pypiOptions, corp = {} }: Registries,
): Promise<ResolvedProject> {
  await using npmStandIn = await startNpmStandIn(npm, npmOptions)
  await using pypiStandIn = await startPypiStandIn(pypi, pypiOptions)
  await using corpStandIn = await startNpmStandIn(corp)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const registries = {
    npmRegistry: createNpmRegistry({
      network,
      registry: npmStandIn.url,
      byScope: new Map([['@corp', corpStandIn.url]]),
    }),
    pypiIndex: createPypiIndex({ network, index: pypiStandIn.url }),
    mavenRepository: createMavenRepository({ network, repository: pypiStandIn.url }),
  }
  const inventory = await readProjectComponents(
    {
      ...sourceContext({ ...registries, signal: AbortSignal.timeout(120_000) }),
      isolation: testIsolation(),
      resolution: registrySnapshot(registries, takenAt),
    },
    projectSnapshot(files),
  )
  return {
    inventory,
    npmRequests: [...npmStandIn.requests],
    pypiRequests: [...pypiStandIn.requests],
    corpRequests: [...corpStandIn.requests],
  }
}
