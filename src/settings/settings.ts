import type { AllowedNetwork } from '../engine/net/allowed-networks.ts'
import type { BackupCheck, BackupSettings } from './backup-settings.ts'
import type { PoolSizes, ReplicaSettings } from './database-settings.ts'
import type { GitHubApp, GitHubPlace, SignInPlace } from './github-settings.ts'
import type { ReachabilitySetting } from './reachability-setting.ts'
import type { ScansAtOnce } from './scans-at-once.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Validated settings of a process, including defaults. */
export interface Config {
  /** One warning for each ignored variable whose name resembles a setting. */
  readonly warnings: readonly string[]
  readonly host: string
  /** Port to listen on. 0 lets the system choose. */
  readonly port: number
  /** If undefined, derived from the address the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Proxies trusted to report a client's address. */
  readonly trustedProxies: TrustedProxies
  /** Absolute path of the data folder. */
  readonly dataDir: string
  /** Absolute path of the CLI's cache folder. Undefined if the user has no home folder. */
  readonly cacheDir: string | undefined
  /** Absolute path of the folder in which the user ran Assay. Paths on the command line are relative to it. */
  readonly callerFolder: string
  /** Undefined for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /**
   * URL of the same database without the connection pooler in transaction mode that `databaseUrl` leads to. Undefined
   * if `databaseUrl` supports sessions.
   */
  readonly directUrl: string | undefined
  /** Replica that serves reads. Undefined if none is configured. */
  readonly replica: ReplicaSettings | undefined
  readonly pools: PoolSizes
  /** Variables of the environment for the scan process. None of them is a setting of Assay. */
  readonly scanEnvironment: Readonly<Record<string, string>>
  /** If undefined, generated in `dataDir`. */
  readonly secret: string | undefined
  /** API key peppers, the current one first. If undefined, a pepper is derived from `secret`. */
  readonly keyPeppers: readonly [string, ...string[]] | undefined
  /** Advisory feed base URLs without trailing slash. If two feeds contain the same ID, the earlier feed wins. */
  readonly osvBases: readonly string[]
  /** CISA's catalog of known exploited vulnerabilities, as JSON. */
  readonly kevUrl: string
  /** EPSS scores, as CSV or gzipped CSV. */
  readonly epssUrl: string
  /** npm registry URL, with trailing slash. */
  readonly npmRegistry: string
  /** Public npm registry URL, with trailing slash. Lockfiles name it even if another registry is in use. */
  readonly publicNpmRegistry: string
  /** Registries by scope, such as `@scope`, with trailing slash. */
  readonly npmRegistryByScope: ReadonlyMap<string, string>
  /** Base URL of Sigstore's trust root (TUF repository), without trailing slash. */
  readonly sigstoreTrustUrl: string
  /** Python package index URL, with trailing slash. Projects are at `simple/NAME/` below it. */
  readonly pypiIndex: string
  /** Origin of the public package index's files. Mirrors often refer to it too. */
  readonly publicPypiFiles: string
  /** Base URL of the Maven repository, with trailing slash. */
  readonly mavenRepository: string
  /** Base URL of the sparse crates index, with trailing slash. */
  readonly cratesIndex: string
  /** Maven groups that are never requested from the Maven repository. Includes their subgroups. */
  readonly privateMavenGroups: ReadonlySet<string>
  readonly allowedNetworks: readonly AllowedNetwork[]
  /** Service whose server registry `assay mcp` offers. Undefined if none is configured. */
  readonly otherService: OtherService | undefined
  readonly scansAtOnce: ScansAtOnce
  /** Number of scans after which a worker replaces its scan process. */
  readonly scansPerProcess: number
  /** Base URLs of GitHub, whether or not the service is a GitHub App. */
  readonly githubPlace: GitHubPlace
  /** Undefined if the service is not a GitHub App. */
  readonly githubApp: GitHubApp | undefined
  /** Undefined if sign-in with GitHub is off. */
  readonly githubSignIn: SignInPlace | undefined
  /** OIDC issuer of GitHub workflow identity tokens, without trailing slash. */
  readonly githubOidcIssuer: string
  /** Upstream MCP server registry, without trailing slash. Undefined if none is configured. */
  readonly mcpRegistry: string | undefined
  /** API for npm download counts, without trailing slash. Undefined if disabled. */
  readonly npmDownloads: string | undefined
  /** API for PyPI download counts, without trailing slash. Undefined if disabled. */
  readonly pypiDownloads: string | undefined
  /** Token for reading public repositories. If undefined, requests are anonymous, which GitHub limits to 60 an hour. */
  readonly githubToken: string | undefined
  readonly logLevel: string
  /**
   * Behavior if this machine cannot sandbox the processes that parse project files. With `on`, workers do not start.
   */
  readonly sandboxDemand: SandboxDemand
  /** True if scans resolve dependencies that have no lockfile in the package registries. */
  readonly resolves: boolean
  /** Whether scans judge if projects reach the vulnerable code of their dependencies. */
  readonly reachability: ReachabilitySetting
  /** Names of the accounts whose private dependency names may be looked up in registries. */
  readonly accountsResolvingPrivate: ReadonlySet<string>
  /** Database backups. Undefined if disabled. */
  readonly backup: BackupSettings | undefined
  /** Backups that the operator's `/readyz` checks. */
  readonly backupCheck: BackupCheck
  /** Address for metrics and probes. Undefined if disabled. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
}

/** Running Assay service, as configured for its clients. */
export interface OtherService {
  /** Service URL without trailing slash. */
  readonly url: string
  readonly apiKey?: string
}

/** Settings that determine where the CLI stores advisories and where it downloads them. */
export type LocalAdvisorySettings = Pick<Config, 'cacheDir' | 'allowedNetworks' | 'osvBases' | 'logLevel'>

/** How strictly a service requires the sandbox for processes that parse project files. */
export type SandboxDemand = 'on' | 'warn' | 'off'
