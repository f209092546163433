import type { KeyObject } from 'node:crypto'

/** Addresses of GitHub or of a GitHub Enterprise host. */
export interface GitHubPlace {
  /** Host of repositories in lower case, such as `github.com`, with the port unless it is 443. */
  readonly host: string
  /** Base address of the REST API, without trailing slash. */
  readonly apiUrl: string
}

/** The GitHub App of this service. */
export interface GitHubApp extends GitHubPlace {
  /** The App ID. */
  readonly id: string
  readonly privateKey: KeyObject
  /** Secret with which GitHub signs events. If undefined, the service accepts no events. */
  readonly webhookSecret?: string | undefined
}

/** Sign-in with GitHub: its addresses and the OAuth client. */
export interface SignInPlace extends GitHubPlace {
  /** Base address of sign-in pages without trailing slash, such as `https://github.com`. */
  readonly webUrl: string
  readonly clientId: string
  readonly clientSecret: string
}
