import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdvisoryStore, noAdvisories } from '../advisories/advisory-store.ts'
import { sharedManifestTasks } from '../inventory/project/manifest-tasks.ts'
import { createIsolationPool } from '../isolation/isolation-pool.ts'
import type { Log } from '../model/log.ts'
import { createAddressGuard } from '../net/address-guard.ts'
import type { AllowedNetwork } from '../net/allowed-networks.ts'
import { createNetworkOnDemand } from '../net/network-on-demand.ts'
import { createOfflineNetwork } from '../net/offline-network.ts'
import type { NpmCredentials } from '../sources/package-registries/npm-credentials.ts'
import { createCratesIndex } from '../sources/package-registries/crates-index.ts'
import { createMavenRepository } from '../sources/package-registries/maven-repository.ts'
import { createNpmRegistry } from '../sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../sources/package-registries/pypi-index.ts'
import { sigstoreTrustOnDemand } from '../sources/package-registries/sigstore-trust-on-demand.ts'
import { notOffline, switchedOff } from './resolution-policy.ts'
import type { ScanContext } from './scan-context.ts'
import type { ResultCache } from './result-cache.ts'

/** Base addresses of the package registries that scans use. */
export interface RegistryAddresses {
  readonly npm: string
  /** Other npm registries, by scope such as `@scope`. */
  readonly npmByScope?: ReadonlyMap<string, string>
  /** The public npm registry. Lockfiles name it even if another registry is in use. */
  readonly publicNpm: string
  readonly pypi: string
  /** Origin of the public package index's files. Mirrors often refer to it too. */
  readonly pypiFiles: string
  /** The Maven repository. */
  readonly maven: string
  /** The sparse index of crates. */
  readonly crates: string
  /** Groups that the Maven repository is not asked for. */
  readonly privateMavenGroups?: ReadonlySet<string>
  /** Sigstore's repository of trusted keys, for the provenance of packages. */
  readonly sigstoreTrust: string
}

export interface EngineOptions {
  readonly registries: RegistryAddresses
  /** The user's credentials for npm registries. */
  readonly npmCredentials?: NpmCredentials
  /** Networks that are not public and that requests may reach. Default: none. */
  readonly allowedNetworks?: readonly AllowedNetwork[]
  /** Whether scans contact no network address. Default: false. */
  readonly isOffline?: boolean
  /** Whether dependencies without a lockfile are resolved in the registries. Default: true. */
  readonly resolves?: boolean
  /** Folder for temporary files of limited size. Scans of folders skip it. Default: a new one, removed at the end. */
  readonly temporaryFolder?: string
  /** Default: none. Each ecosystem of a scan is then a coverage gap. */
  readonly advisories?: AdvisoryStore
  /**
   * Whether one child process reads the manifests of several scans. Only for scans that the same person started
   * together on local folders. Default: false.
   */
  readonly sharesManifestReaders?: boolean
  /** Cache of the results of single files. Default: none. */
  readonly results?: ResultCache
  readonly log?: Log
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {} }

/** Opens what scans share: the guarded network, registry clients, and child processes. Disposal ends all of them. */
export function openEngine({
  registries,
  npmCredentials,
  allowedNetworks = [],
  isOffline = false,
  resolves = true,
  temporaryFolder: callerFolder,
  advisories = noAdvisories,
  sharesManifestReaders = false,
  results,
  log = silent,
}: EngineOptions): ScanContext & AsyncDisposable {
  // Never the system's temporary folder itself: a scanned folder may be in it or contain it.
  const temporaryFolder = callerFolder ?? mkdtempSync(join(tmpdir(), 'assay-'))
  const { npm, npmByScope = new Map(), publicNpm, pypi, pypiFiles, maven, crates, sigstoreTrust } = registries
  const upstreams = [npm, ...npmByScope.values(), pypi, pypiFiles, maven, crates, sigstoreTrust]
  const network = isOffline ? createOfflineNetwork() : createNetworkOnDemand({ allowedNetworks, upstreams })
  const trust = sigstoreTrustOnDemand({ network, url: sigstoreTrust, temporaryFolder })
  const tasks = new URL('../analysis/tasks.ts', import.meta.url)
  const isolation = createIsolationPool({ tasks, log, ...(sharesManifestReaders && { shared: sharedManifestTasks }) })
  return {
    sources: {
      npmRegistry: createNpmRegistry({
        network,
        registry: npm,
        byScope: npmByScope,
        publicRegistry: publicNpm,
        trust,
        ...(npmCredentials && { credentials: npmCredentials }),
      }),
      pypiIndex: createPypiIndex({ network, index: pypi, fileOrigins: [pypiFiles], trust }),
      cratesIndex: createCratesIndex({ network, index: crates }),
      mavenRepository: createMavenRepository({
        network,
        repository: maven,
        ...(registries.privateMavenGroups && { privateGroups: registries.privateMavenGroups }),
      }),
      git: { addressGuard: createAddressGuard({ allowedNetworks }), temporaryFolder },
      isolation,
    },
    advisories,
    isolation,
    log,
    ...(results && { fileResults: results }),
    ...(isOffline ? { noResolution: notOffline } : !resolves && { noResolution: switchedOff }),
    async [Symbol.asyncDispose]() {
      await isolation[Symbol.asyncDispose]()
      await network[Symbol.asyncDispose]()
      if (callerFolder === undefined) rmSync(temporaryFolder, { recursive: true, force: true })
    },
  }
}
