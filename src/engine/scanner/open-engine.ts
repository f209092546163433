import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdvisoryStore, noAdvisories } from '../advisories/advisory-store.ts'
import { separateTasks } from '../analysis/separate-tasks.ts'
import { snapshotModules } from '../analysis/snapshot-modules.ts'
import { sharedManifestTasks } from '../inventory/project/manifest-tasks.ts'
import { createIsolationPool } from '../isolation/isolation-pool.ts'
import type { Log } from '../model/log.ts'
import { createAddressGuard } from '../net/address-guard.ts'
import type { AllowedNetwork } from '../net/allowed-networks.ts'
import { type Connect, createGuardedConnect } from '../net/connections.ts'
import { createNetworkOver } from '../net/network-over-connections.ts'
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

/** Base URLs of the package registries used by scans. */
export interface RegistryAddresses {
  readonly npm: string
  /** Other npm registries by scope, such as `@scope`. */
  readonly npmByScope?: ReadonlyMap<string, string>
  /** Public npm registry. Lockfiles refer to it even if a different registry is in use. */
  readonly publicNpm: string
  readonly pypi: string
  /** Origin that serves the public package index's files. Mirrors often refer to it too. */
  readonly pypiFiles: string
  readonly maven: string
  /** URL of the sparse index for Rust crates. */
  readonly crates: string
  /** Private groups. Their packages are never requested from the Maven repository. */
  readonly privateMavenGroups?: ReadonlySet<string>
  /** Sigstore's repository of trusted keys, which verify package provenance. */
  readonly sigstoreTrust: string
}

/** Returns the URLs whose origins may be in networks that the operator allowed for `upstream`. */
export function upstreamsOf({
  npm,
  npmByScope,
  pypi,
  pypiFiles,
  maven,
  crates,
  sigstoreTrust,
}: RegistryAddresses): string[] {
  return [npm, ...(npmByScope?.values() ?? []), pypi, pypiFiles, maven, crates, sigstoreTrust]
}

export interface EngineOptions {
  readonly registries: RegistryAddresses
  /** The user's credentials for npm registries. */
  readonly npmCredentials?: NpmCredentials
  /** Non-public networks that may be contacted. Defaults to none. */
  readonly allowedNetworks?: readonly AllowedNetwork[]
  /**
   * Opens the connections of all requests, in place of this process, which then needs no network. The caller decides
   * which networks may be contacted.
   */
  readonly connect?: Connect
  /** True to block all network access. Defaults to false. */
  readonly isOffline?: boolean
  /** False if scans must not resolve versions with package registries. Defaults to true. */
  readonly resolves?: boolean
  /**
   * Size-limited folder for temporary files. Folder scans skip it. Defaults to a new folder that is removed at the end.
   */
  readonly temporaryFolder?: string
  /** Advisories for scans. If absent, each ecosystem in a scan is a coverage gap. */
  readonly advisories?: AdvisoryStore
  /**
   * True to let one child process read the manifests of several scans. Only for scans of local folders that the same
   * user started together. Defaults to false.
   */
  readonly sharesManifestReaders?: boolean
  /** Cache for single-file results. Defaults to none. */
  readonly results?: ResultCache
  /**
   * Folder in which the code of child processes is kept, loaded, for later calls. Absolute path. Defaults to none.
   */
  readonly childFolder?: string
  readonly log?: Log
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {} }

/**
 * Opens the resources that scans share: guarded network access, registry clients, and child processes. Disposal closes
 * all of them.
 */
export function openEngine({
  registries,
  npmCredentials,
  allowedNetworks = [],
  connect,
  isOffline = false,
  resolves = true,
  temporaryFolder: callerFolder,
  advisories = noAdvisories,
  sharesManifestReaders = false,
  results,
  childFolder,
  log = silent,
}: EngineOptions): ScanContext & AsyncDisposable {
  // Not the system's temporary folder itself, because a scanned folder may be inside it or contain it.
  const temporaryFolder = callerFolder ?? mkdtempSync(join(tmpdir(), 'assay-'))
  const { npm, npmByScope = new Map(), publicNpm, pypi, pypiFiles, maven, crates, sigstoreTrust } = registries
  const upstreams = upstreamsOf(registries)
  const network = isOffline
    ? createOfflineNetwork()
    : connect
      ? createNetworkOver(connect, { upstreams })
      : createNetworkOnDemand({ allowedNetworks, upstreams })
  const trust = sigstoreTrustOnDemand({ network, url: sigstoreTrust, temporaryFolder })
  const tasks = new URL('../analysis/tasks.ts', import.meta.url)
  const isolation = createIsolationPool({
    tasks,
    log,
    separateTasks,
    snapshots: snapshotModules,
    snapshotFolder: childFolder,
    ...(sharesManifestReaders && { shared: sharedManifestTasks }),
  })
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
      git: { connect: connect ?? createGuardedConnect(createAddressGuard({ allowedNetworks })), temporaryFolder },
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
