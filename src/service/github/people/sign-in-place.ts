import type { Logger } from 'pino'
import type { Network } from '../../../engine/net/network.ts'
import type { SignInPlace } from '../../../settings/github-settings.ts'

/** Dependencies for requests to GitHub about users. */
export interface PeopleContext {
  readonly network: Network
  readonly log: Logger
  readonly place: SignInPlace
}

/** Redirect URL for sign-in, which must be part of the app's registration. */
export const signInCallbackPath = '/session/github/callback'
