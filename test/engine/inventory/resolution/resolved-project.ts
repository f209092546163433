import type { Inventory } from '../../../../src/engine/model/inventory.ts'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { registrySnapshot } from '../../../../src/engine/inventory/resolution/registry-snapshot.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createCratesIndex } from '../../../../src/engine/sources/package-registries/crates-index.ts'
import { createMavenRepository } from '../../../../src/engine/sources/package-registries/maven-repository.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../../../src/engine/sources/package-registries/pypi-index.ts'
import { type MavenStandInOptions, type StandInPoms, startMavenStandIn } from '../../../support/maven-stand-in.ts'
import { type StandInCrates, startCratesStandIn } from '../../../support/crates-stand-in.ts'
import { type StandInOptions, type StandInPackages, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { type PypiStandInOptions, type StandInReleases, startPypiStandIn } from '../../../support/pypi-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { projectIsolation } from '../../../support/test-isolation.ts'
import { type FileContent, projectSnapshot } from '../project-snapshot.ts'

interface Registries {
  readonly npm?: StandInPackages
  readonly pypi?: StandInReleases
  readonly maven?: StandInPoms
  readonly mavenOptions?: MavenStandInOptions
  readonly privateMavenGroups?: readonly string[]
  readonly npmOptions?: StandInOptions
  readonly pypiOptions?: PypiStandInOptions
  readonly crates?: StandInCrates
  /** Registry for the scope `@corp`, as the operator configures it. */
  readonly corp?: StandInPackages
  /** Reason why resolution is turned off. */
  readonly off?: string
}

export interface ResolvedProject {
  readonly inventory: Inventory
  /** Paths of all requests, in order of arrival. */
  readonly npmRequests: readonly string[]
  readonly pypiRequests: readonly string[]
  readonly mavenRequests: readonly string[]
  readonly corpRequests: readonly string[]
  readonly crateRequests: readonly string[]
}

export const takenAt = new Date('2026-08-01T10:00:00.000Z')

/** Returns the inventory of a project, resolved with registries of these packages. */
export async function resolvedProject(
  files: Readonly<Record<string, FileContent>>,
  registriesOf: Registries,
): Promise<ResolvedProject> {
  const { npm = {}, pypi = {}, maven = {}, npmOptions, pypiOptions, mavenOptions, corp = {}, off } = registriesOf
  await using npmStandIn = await startNpmStandIn(npm, npmOptions)
  await using pypiStandIn = await startPypiStandIn(pypi, pypiOptions)
  await using mavenStandIn = await startMavenStandIn(maven, mavenOptions)
  await using cratesStandIn = await startCratesStandIn(registriesOf.crates ?? {})
  await using corpStandIn = await startNpmStandIn(corp)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  await using isolation = projectIsolation()
  const registries = {
    npmRegistry: createNpmRegistry({
      network,
      registry: npmStandIn.url,
      byScope: new Map([['@corp', corpStandIn.url]]),
    }),
    pypiIndex: createPypiIndex({ network, index: pypiStandIn.url }),
    cratesIndex: createCratesIndex({ network, index: cratesStandIn.url }),
    mavenRepository: createMavenRepository({
      network,
      repository: mavenStandIn.url,
      privateGroups: new Set(registriesOf.privateMavenGroups),
    }),
  }
  const inventory = await readProjectComponents(
    {
      ...sourceContext({ ...registries, signal: AbortSignal.timeout(120_000) }),
      isolation,
      resolution: off === undefined ? registrySnapshot(registries, takenAt) : { off },
    },
    projectSnapshot(files),
  )
  return {
    inventory,
    npmRequests: [...npmStandIn.requests],
    pypiRequests: [...pypiStandIn.requests],
    mavenRequests: [...mavenStandIn.requests],
    corpRequests: [...corpStandIn.requests],
    crateRequests: [...cratesStandIn.requests],
  }
}
