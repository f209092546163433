import type { Logger } from 'pino'
import type { Network } from '../../../engine/net/network.ts'
import type { SignInPlace } from '../../../settings/github-settings.ts'

/** What asking GitHub about people needs. */
export interface PeopleContext {
  readonly network: Network
  readonly log: Logger
  readonly place: SignInPlace
}

/** Where GitHub leads people back to; it has to stand in the registration of the app. */
export const signInCallbackPath = '/session/github/callback'
