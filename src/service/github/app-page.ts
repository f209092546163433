import type { GitHubPlace } from '../../settings/github-settings.ts'
import type { GitHubClients } from './clients.ts'

/** Finds the page from which the GitHub App is installed. */
export interface InstallPage {
  /**
   * Returns the page URL, or undefined if it is not known yet. Requests it from GitHub in the background if necessary.
   */
  url(now: Date): string | undefined
}

/** Age at which a known URL is requested again, in case the app was renamed. */
const maxAgeMs = 24 * 60 * 60_000
/** Pause after a failed request. */
const retryMs = 5 * 60_000

/** Creates the finder for an app. If a request to GitHub fails, keeps the last known URL. */
export function createInstallPage({
  clients,
  place,
  log,
}: {
  readonly clients: Pick<GitHubClients, 'app'>
  readonly place: GitHubPlace
  readonly log: { warn(fields: object, message: string): void }
}): InstallPage {
  let known: string | undefined
  let nextAskAt = 0
  const ask = async (now: Date) => {
    nextAskAt = now.getTime() + retryMs
    try {
      const { data } = await clients.app().rest.apps.getAuthenticated()
      const page = appPageOf(data?.html_url ?? '', place)
      known = page && `${page}/installations/new`
      nextAskAt = now.getTime() + maxAgeMs
    } catch (error) {
      log.warn({ err: error }, 'GitHub App page request failed')
    }
  }
  return {
    url(now) {
      if (now.getTime() >= nextAskAt) void ask(now)
      return known
    },
  }
}

/** Returns an app's page without a trailing slash, or undefined if the URL is not on the app's host. */
export function appPageOf(address: string, { host }: GitHubPlace): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.host === host ? url.href.replace(/\/$/, '') : undefined
}
