import type { Logger } from 'pino'
import type { Network } from '../../../engine/net/network.ts'
import type { SignInPlace } from '../../../settings/github-settings.ts'

/** Dependencies of GitHub requests about users. */
export interface PeopleContext {
  readonly network: Network
  readonly log: Logger
  readonly place: SignInPlace
}

/** Path of the redirect URL for sign-in. The app's registration must contain it. */
export const signInCallbackPath = '/session/github/callback'
