import type { AllowedNetwork } from '../engine/net/allowed-networks.ts'
import type { BackupSettings } from './backup-settings.ts'
import type { GitHubApp, GitHubPlace, SignInPlace } from './github-settings.ts'
import type { ScansAtOnce } from './scans-at-once.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Validated settings of a process, with defaults. */
export interface Config {
  /** One warning for each ignored variable whose name resembles a setting. */
  readonly warnings: readonly string[]
  readonly host: string
  /** 0 lets the system choose the port. */
  readonly port: number
  /** If undefined, derived from the address that the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Proxies that may report the address of a client. */
  readonly trustedProxies: TrustedProxies
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the cache folder of the command line. Undefined if the user has no home folder. */
  readonly cacheDir: string | undefined
  /** Absolute path of the folder in which the user ran Assay. Paths on the command line are relative to it. */
  readonly callerFolder: string
  /** Undefined for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** If undefined, generated in `dataDir`. */
  readonly secret: string | undefined
  /** Peppers of API keys, the current one first. If undefined, a pepper is derived from `secret`. */
  readonly keyPeppers: readonly [string, ...string[]] | undefined
  /** Base URLs of advisory feeds without trailing slash. If two feeds contain the same ID, the earlier feed wins. */
  readonly osvBases: readonly string[]
  /** CISA's catalog of known exploited vulnerabilities, JSON. */
  readonly kevUrl: string
  /** EPSS scores, CSV or gzipped CSV. */
  readonly epssUrl: string
  /** With trailing slash. */
  readonly npmRegistry: string
  /** With trailing slash. Lockfiles name it even if another registry is in use. */
  readonly publicNpmRegistry: string
  /** Registries of scopes such as `@scope`, with trailing slash. */
  readonly npmRegistryByScope: ReadonlyMap<string, string>
  /** Base URL of Sigstore's trust root (TUF repository), without trailing slash. */
  readonly sigstoreTrustUrl: string
  /** With trailing slash. Projects are at `simple/NAME/` below it. */
  readonly pypiIndex: string
  /** Origin of the public package index's files. Mirrors often refer to it too. */
  readonly publicPypiFiles: string
  /** Base URL of the Maven repository, with trailing slash. */
  readonly mavenRepository: string
  /** Base URL of the sparse index of crates, with trailing slash. */
  readonly cratesIndex: string
  /** Maven groups, with their subgroups, that are never requested from the Maven repository. */
  readonly privateMavenGroups: ReadonlySet<string>
  readonly allowedNetworks: readonly AllowedNetwork[]
  /** Service whose server registry `assay mcp` offers. Undefined for none. */
  readonly otherService: OtherService | undefined
  readonly scansAtOnce: ScansAtOnce
  /** Base URLs of GitHub, whether or not the service is a GitHub App. */
  readonly githubPlace: GitHubPlace
  /** Undefined if the service is not a GitHub App. */
  readonly githubApp: GitHubApp | undefined
  /** Undefined if sign-in with GitHub is off. */
  readonly githubSignIn: SignInPlace | undefined
  /** OIDC issuer of the tokens that identify GitHub workflows, without trailing slash. */
  readonly githubOidcIssuer: string
  /** Upstream registry of MCP servers, without trailing slash. Undefined for none. */
  readonly mcpRegistry: string | undefined
  /** API for download counts of npm packages, without trailing slash. Undefined if off. */
  readonly npmDownloads: string | undefined
  /** API for download counts of PyPI packages, without trailing slash. Undefined if off. */
  readonly pypiDownloads: string | undefined
  /** Token for public data of repositories. If undefined, requests are anonymous, which GitHub limits to 60 an hour. */
  readonly githubToken: string | undefined
  readonly logLevel: string
  /**
   * Behavior if this machine cannot sandbox the processes that parse project files. With `on`, workers do not start.
   */
  readonly sandboxDemand: SandboxDemand
  /** True if scans resolve dependencies without a lockfile in the package registries. */
  readonly resolves: boolean
  /** Names of accounts for which names in private sources may be looked up in registries. */
  readonly accountsResolvingPrivate: ReadonlySet<string>
  /** Backups of the database. Undefined if off. */
  readonly backup: BackupSettings | undefined
  /** Address for metrics and probes. Undefined if off. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
}

/** Running service of Assay, as configured for its clients. */
export interface OtherService {
  /** Without trailing slash. */
  readonly url: string
  readonly apiKey?: string
}

/** Settings that determine where the command line stores advisories, and where it gets them. */
export type LocalAdvisorySettings = Pick<Config, 'cacheDir' | 'allowedNetworks' | 'osvBases' | 'logLevel'>

/** How strictly a service requires the sandbox for processes that parse project files. */
export type SandboxDemand = 'on' | 'warn' | 'off'
