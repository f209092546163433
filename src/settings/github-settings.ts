import type { KeyObject } from 'node:crypto'

/** Where GitHub is, without being an app there. */
export interface GitHubPlace {
  /** Where repositories are, such as `github.com`; with the port unless it is that of https, lower case. */
  readonly host: string
  /** Base of the REST API, without trailing slash. */
  readonly apiUrl: string
}

/** The identity of this service at GitHub. */
export interface GitHubApp extends GitHubPlace {
  /** The app's number. */
  readonly id: string
  readonly privateKey: KeyObject
  /** Signs the events that GitHub sends; without it no event is accepted. */
  readonly webhookSecret?: string | undefined
}

/** Where people sign in with GitHub, and the OAuth client that asks them to. */
export interface SignInPlace extends GitHubPlace {
  /** Where people sign in, such as `https://github.com`; without trailing slash. */
  readonly webUrl: string
  readonly clientId: string
  readonly clientSecret: string
}
