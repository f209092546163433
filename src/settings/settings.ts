import type { AllowedNetwork } from '../engine/net/allowed-networks.ts'
import type { BackupSettings } from './backup-settings.ts'
import type { GitHubApp, GitHubPlace, SignInPlace } from './github-settings.ts'
import type { ScansAtOnce } from './scans-at-once.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Settings of a process, checked and complete. */
export interface Config {
  /** One sentence for each variable that is ignored although its name begins like a setting. */
  readonly warnings: readonly string[]
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Absent: derived from the address that the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Whose word on a caller's address is taken. */
  readonly trustedProxies: TrustedProxies
  /** Absolute. */
  readonly dataDir: string
  /** Where whoever started the process stands, absolute: paths of the command line are resolved against it. */
  readonly callerFolder: string
  /** Absent: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Absent: generated in `dataDir`. */
  readonly secret: string | undefined
  /** The peppers of API keys, the current one first; absent: the one that hangs on `secret`. */
  readonly keyPeppers: readonly [string, ...string[]] | undefined
  /** Bases of advisory feeds without trailing slash; on equal ids the earlier wins. */
  readonly osvBases: readonly string[]
  /** Where CISA's catalogue of exploited flaws is, as JSON. */
  readonly kevUrl: string
  /** Where the EPSS scores are, as CSV or that gzipped. */
  readonly epssUrl: string
  /** With trailing slash. */
  readonly npmRegistry: string
  /** With trailing slash; lockfiles name it although another registry is in use. */
  readonly publicNpmRegistry: string
  /** Registries of scopes such as `@scope`, with trailing slash. */
  readonly npmRegistryByScope: ReadonlyMap<string, string>
  /** Base of the repository that says whose signatures are believed, without trailing slash. */
  readonly sigstoreTrustUrl: string
  /** With trailing slash; projects lie below it at `simple/NAME/`. */
  readonly pypiIndex: string
  /** Where the public package index keeps its files; mirrors often name it too. */
  readonly publicPypiFiles: string
  readonly allowedNetworks: readonly AllowedNetwork[]
  readonly scansAtOnce: ScansAtOnce
  /** Where GitHub is, whether or not the service is an app there. */
  readonly githubPlace: GitHubPlace
  /** Absent: the service is no GitHub App. */
  readonly githubApp: GitHubApp | undefined
  /** Absent: nobody signs in with GitHub. */
  readonly githubSignIn: SignInPlace | undefined
  /** Who says by which workflow at GitHub a key is asked for; without trailing slash. */
  readonly githubOidcIssuer: string
  /** The registry of MCP servers that ours follows, without trailing slash; absent: none. */
  readonly mcpRegistry: string | undefined
  /** Where to ask how often packages are downloaded, without trailing slash; absent: nobody is asked. */
  readonly npmDownloads: string | undefined
  readonly pypiDownloads: string | undefined
  /**
   * With which GitHub is asked for what anybody may see of repositories; absent: as somebody without account, 60 times
   * an hour.
   */
  readonly githubToken: string | undefined
  readonly logLevel: string
  /** Where the embedded Postgres is backed up; absent: nowhere. */
  readonly backup: BackupSettings | undefined
  /** Where the process serves its metrics and probes; absent: nowhere. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
}
