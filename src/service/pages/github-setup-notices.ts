import type { ConversionFailure } from '../github/manifest-conversion.ts'
import type { Page } from './layout.ts'
import { notice } from './notice-page.ts'

const again =
  'To start again, run "npm run -s assay -- github setup" on the service host. Then open the link that the command ' +
  'prints.'

const newCredentials =
  'Open the app settings on GitHub. Generate a new private key, client secret, and webhook secret. Set them in the ' +
  'environment of this service as PRIVATE_KEY, GITHUB_CLIENT_SECRET, and WEBHOOK_SECRET. Set APP_ID to the app ID ' +
  'and GITHUB_CLIENT_ID to the client ID. Alternatively, delete the app and start again.'

export const configuredPage = notice(
  'GitHub App already set up',
  'This service already has a GitHub App. To register another app, remove APP_ID, PRIVATE_KEY, and ' +
    'WEBHOOK_SECRET from the environment of the service, and restart the service.',
)

/** Page shown if the pass is missing, invalid, or expired. */
export const noPassPage = notice(
  'Setup link required',
  'On this page, the operator registers the GitHub App for this service. Run "npm run -s assay -- github setup" ' +
    'on the service host. Within one hour, open the link that the command prints.',
)

export const wrongStatePage = notice(
  'Unknown registration',
  'GitHub sent you back from a registration that did not start on this page. Assay did not request credentials. ' +
    again,
)

export const givenPage = notice(
  'Credentials already shown',
  'GitHub provides the app credentials only once. This service sent them to a browser and did not store ' +
    `them. If you did not see them, they are lost. ${newCredentials} ${again}`,
)

export const askingPage = notice(
  'Registration in progress',
  'Another request is already exchanging this code. Only the response to that request contains the credentials.',
)

/** Page shown if GitHub rejects a code after an earlier exchange that got no response. */
export const lostAnswerPage = notice(
  'Credentials lost',
  'GitHub did not respond to the first request for the credentials and no longer accepts the code. Either it ' +
    'created the credentials without delivering them, or the code is more than one hour old. No browser received ' +
    `the credentials, and GitHub provides them only once. ${newCredentials} ${again}`,
)

export const wrongOrganizationPage = notice(
  'Invalid organization name',
  'A GitHub organization name has at most 39 characters and contains only letters, digits, and hyphens.',
)

/** Status and page for each failure of the code exchange. */
export const conversionFailurePages: Readonly<
  Record<ConversionFailure, { readonly status: number; readonly page: Page }>
> = {
  'unknown-code': {
    status: 410,
    page: notice(
      'Code expired',
      'GitHub no longer accepts the code. It was already used, or it is more than one hour old. If GitHub lists the ' +
        `app in your settings, delete it there. ${again}`,
    ),
  },
  unreachable: {
    status: 502,
    page: notice(
      'GitHub not reachable',
      'This service could not connect to the GitHub API. The code has not been used and is valid for one hour. ' +
        'Reload this page in a few minutes. If GitHub is on a private network, add that network to ' +
        'ASSAY_ALLOW_NETWORKS.',
    ),
  },
  unanswered: {
    status: 502,
    page: notice(
      'No response from GitHub',
      'The request to the GitHub API failed, or no response arrived. Reload this page in a few minutes. The code is ' +
        'valid for one hour. If this request already used the code, the reloaded page explains what to do.',
    ),
  },
  refused: {
    status: 502,
    page: notice(
      'Request refused by GitHub',
      'The GitHub API refused the request, for example because of a rate limit. The code has not been used. ' +
        'Reload this page in a few minutes. The code is valid for one hour.',
    ),
  },
  unusable: {
    status: 502,
    page: notice(
      'No credentials from GitHub',
      'GitHub accepted the code, but its response has an unexpected format and contains no usable credentials. ' +
        `${newCredentials} ${again}`,
    ),
  },
}
