import { githubEvents } from './catalogue.ts'
import { deliveriesPath } from './github-router.ts'
import { signInCallbackPath } from './people/sign-in-place.ts'
import { type AppPermissions, registeredPermissions, subscriptionRights } from './permissions.ts'

/**
 * Manifest of a GitHub App. The names are those of "Registering a GitHub App from a manifest" in GitHub's
 * documentation.
 */
export interface AppManifest {
  readonly name: string
  readonly url: string
  readonly description: string
  readonly hook_attributes: { readonly url: string; readonly active: true }
  readonly redirect_url: string
  /** Redirect URLs after a user signs in. */
  readonly callback_urls: readonly string[]
  /** False, so that only the account that registers the app can install it. */
  readonly public: false
  readonly default_events: readonly string[]
  readonly default_permissions: AppPermissions
}

/** Description of the app for GitHub users. Must equal the one in `app.yml`. */
export const appDescription =
  'Scans pushes and pull requests for vulnerabilities, malware, and leaked secrets without running the code, and ' +
  'reports the findings in a single check.'

/** Events to subscribe to, sorted. These are all handled events, except those that GitHub sends to every app. */
export const subscribedEvents: readonly string[] = githubEvents
  .map(({ event }) => event)
  .filter((event) => event in subscriptionRights)
  .toSorted()

/** Path to which GitHub redirects the browser with the new app's code. */
export const manifestDonePath = '/github/setup/done'

/** GitHub's maximum length of an app name. */
const maxNameCharacters = 34

/** Returns the manifest for the service at `publicUrl`, which must have no trailing slash. */
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

/** Returns the URL to post a manifest to, for the user's own account or for an organization. */
export function manifestAction(
  host: string,
  { organization, state }: { readonly organization?: string | undefined; readonly state: string },
): string {
  const owner = organization === undefined ? '' : `/organizations/${encodeURIComponent(organization)}`
  return `https://${host}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`
}
