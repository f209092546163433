import type { AllowedNetwork } from '../engine/net/allowed-networks.ts'
import type { BackupSettings } from './backup-settings.ts'
import type { GitHubApp, GitHubPlace, SignInPlace } from './github-settings.ts'
import type { ScansAtOnce } from './scans-at-once.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Settings of a process: checked, with defaults. */
export interface Config {
  /** One warning for each ignored variable whose name starts like a setting. */
  readonly warnings: readonly string[]
  readonly host: string
  /** With 0, the system chooses the port. */
  readonly port: number
  /** Undefined: derived from the address that the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Proxies that may report the address of a caller. */
  readonly trustedProxies: TrustedProxies
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the folder for the caches of the command line. Undefined: the user has no home folder. */
  readonly cacheDir: string | undefined
  /** Absolute path of the folder in which the user called Assay. Paths on the command line are relative to it. */
  readonly callerFolder: string
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Undefined: generated in `dataDir`. */
  readonly secret: string | undefined
  /** Peppers of API keys, the current one first. Undefined: the one derived from `secret`. */
  readonly keyPeppers: readonly [string, ...string[]] | undefined
  /** Base addresses of advisory feeds without trailing slash. If two have the same id, the earlier feed wins. */
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
  /** Base address of Sigstore's trust root (TUF repository), without trailing slash. */
  readonly sigstoreTrustUrl: string
  /** With trailing slash. Projects are at `simple/NAME/` below it. */
  readonly pypiIndex: string
  /** Origin of the public package index's files. Mirrors often refer to it too. */
  readonly publicPypiFiles: string
  /** Base URL of the Maven repository, with trailing slash. */
  readonly mavenRepository: string
  /** Base URL of the sparse index of crates, with trailing slash. */
  readonly cratesIndex: string
  /** Groups that the Maven repository is not asked for, with the groups below them. */
  readonly privateMavenGroups: ReadonlySet<string>
  readonly allowedNetworks: readonly AllowedNetwork[]
  /** The service whose registry of servers `assay mcp` offers. Undefined: none. */
  readonly otherService: OtherService | undefined
  readonly scansAtOnce: ScansAtOnce
  /** Addresses of GitHub, whether or not the service is a GitHub App. */
  readonly githubPlace: GitHubPlace
  /** Undefined: the service is not a GitHub App. */
  readonly githubApp: GitHubApp | undefined
  /** Undefined: sign-in with GitHub is off. */
  readonly githubSignIn: SignInPlace | undefined
  /** OIDC issuer that identifies the GitHub workflow behind a key request, without trailing slash. */
  readonly githubOidcIssuer: string
  /** Upstream registry of MCP servers, without trailing slash. Undefined: none. */
  readonly mcpRegistry: string | undefined
  /** API for download counts of npm packages, without trailing slash. Undefined: off. */
  readonly npmDownloads: string | undefined
  /** API for download counts of PyPI packages, without trailing slash. Undefined: off. */
  readonly pypiDownloads: string | undefined
  /** Token for public data of repositories. Undefined: anonymous requests, which GitHub limits to 60 an hour. */
  readonly githubToken: string | undefined
  readonly logLevel: string
  /** What happens if this machine cannot confine processes that parse project files. `on`: a worker does not start. */
  readonly sandboxDemand: SandboxDemand
  /** Whether scans resolve dependencies without a lockfile in the package registries. */
  readonly resolves: boolean
  /** Names of accounts that enable registry requests for names in their private sources. */
  readonly accountsResolvingPrivate: ReadonlySet<string>
  /** Backups of the database. Undefined: off. */
  readonly backup: BackupSettings | undefined
  /** Address for metrics and probes. Undefined: off. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
}

/** A running service of Assay, as its clients name it. */
export interface OtherService {
  /** Without trailing slash. */
  readonly url: string
  readonly apiKey?: string
}

/** Settings that decide where the advisories of the command line are, and where they come from. */
export type LocalAdvisorySettings = Pick<Config, 'cacheDir' | 'allowedNetworks' | 'osvBases' | 'logLevel'>

/** How much a service depends on the confinement of the processes that parse project files. */
export type SandboxDemand = 'on' | 'warn' | 'off'
