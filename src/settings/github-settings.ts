import type { KeyObject } from 'node:crypto'
import { publicAddresses } from './addresses.ts'

/** Base URLs of GitHub or a GitHub Enterprise host. */
export interface GitHubPlace {
  /** Repository host in lower case, such as `github.com`. Includes the port unless it is 443. */
  readonly host: string
  /** Base URL of the REST API, without trailing slash. */
  readonly apiUrl: string
}

/** GitHub App of this service. */
export interface GitHubApp extends GitHubPlace {
  readonly id: string
  readonly privateKey: KeyObject
  /** Secret that verifies GitHub event signatures. If undefined, the service accepts no events. */
  readonly webhookSecret?: string | undefined
  /** Maximum number of requests per minute that create or change content of an installation. Undefined if unlimited. */
  readonly writesPerMinute?: number | undefined
}

/** GitHub base URLs and the OAuth client for sign-in. */
export interface SignInPlace extends GitHubPlace {
  /** Base URL of the sign-in pages without trailing slash, such as `https://github.com`. */
  readonly webUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Returns the base URLs of the configured host, by default those of github.com. */
export function githubPlaceOf({
  GHE_HOST: gheHost,
  GITHUB_API_URL: apiUrl,
}: {
  readonly GHE_HOST?: string | undefined
  readonly GITHUB_API_URL?: string | undefined
}): GitHubPlace {
  if (gheHost === undefined) return { host: 'github.com', apiUrl: apiUrl ?? publicAddresses.githubApi }
  return { host: gheHost, apiUrl: apiUrl ?? `https://${gheHost}/api/v3` }
}
