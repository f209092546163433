import type { Logger } from 'pino'
import type { Network } from '../../../engine/net/network.ts'

/** Where people sign in with GitHub, and as whom this service asks them to. */
export interface SignInPlace {
  /** Such as `github.com`; lower case. */
  readonly host: string
  /** Where people sign in, such as `https://github.com`; without trailing slash. */
  readonly webUrl: string
  /** Base of the REST API, without trailing slash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What asking GitHub about people needs. */
export interface PeopleContext {
  readonly network: Network
  readonly log: Logger
  readonly place: SignInPlace
}

/** Where GitHub leads people back to; it has to stand in the registration of the app. */
export const signInCallbackPath = '/session/github/callback'
