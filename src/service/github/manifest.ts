import { githubEvents } from './catalogue.ts'
import { deliveriesPath } from './github-router.ts'
import { signInCallbackPath } from './people/sign-in-place.ts'
import { type AppPermissions, registeredPermissions, subscriptionRights } from './permissions.ts'

/**
 * The manifest of a GitHub App, with the names from "Registering a GitHub App from a manifest" in GitHub's
 * documentation.
 */
export interface AppManifest {
  readonly name: string
  readonly url: string
  readonly description: string
  readonly hook_attributes: { readonly url: string; readonly active: true }
  readonly redirect_url: string
  /** Redirect URL after a user signs in. */
  readonly callback_urls: readonly string[]
  /** Only the account that registers the app can install it. */
  readonly public: false
  readonly default_events: readonly string[]
  readonly default_permissions: AppPermissions
}

/** Description of the service for GitHub users. The same as in `app.yml`. */
export const appDescription =
  'Scans pushes and pull requests for vulnerabilities, malware, and leaked secrets without running the code, and ' +
  'reports the findings in a single check.'

/** Events that the app subscribes to, sorted: all handled events, except those that GitHub sends to every app. */
export const subscribedEvents: readonly string[] = githubEvents
  .map(({ event }) => event)
  .filter((event) => event in subscriptionRights)
  .toSorted()

/** Redirect URL for the browser, with the code of the new app. */
export const manifestDonePath = '/github/setup/done'

/** GitHub's limit on the name of an app. */
const maxNameCharacters = 34

/** The manifest of an app for the service at `publicUrl`, which has no trailing slash. */
export function appManifest(publicUrl: string): AppManifest {
  return {
    name: `Assay ${URL.parse(publicUrl)?.hostname ?? ''}`.trim().slice(0, maxNameCharacters),
    url: publicUrl,
    description: appDescription,
    hook_attributes: { url: `${publicUrl}${deliveriesPath}`, active: true },
    redirect_url: `${publicUrl}${manifestDonePath}`,
    callback_urls: [`${publicUrl}${signInCallbackPath}`],
    public: false,
    default_events: subscribedEvents,
    default_permissions: registeredPermissions(subscribedEvents),
  }
}

/** URL that a manifest is posted to, for the user's own account or for an organization. */
export function manifestAction(
  host: string,
  { organization, state }: { readonly organization?: string | undefined; readonly state: string },
): string {
  const owner = organization === undefined ? '' : `/organizations/${encodeURIComponent(organization)}`
  return `https://${host}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`
}
