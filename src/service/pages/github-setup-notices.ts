import type { ConversionFailure } from '../github/manifest-conversion.ts'
import type { Page } from './layout.ts'
import { notice } from './notice-page.ts'

const again =
  'To start again, run "npm run -s assay -- github setup" where the service runs, and open the link that it prints.'

const newCredentials =
  'Open the settings of the app at GitHub, generate a new private key and a new client secret, and set a ' +
  'new webhook secret. Put them into the environment of this service as PRIVATE_KEY, GITHUB_CLIENT_SECRET, ' +
  'and WEBHOOK_SECRET, with the App ID as APP_ID and the client ID as GITHUB_CLIENT_ID. Or delete the app ' +
  'there.'

export const configuredPage = notice(
  'The GitHub App is set up',
  'This service is a GitHub App already, so nothing is done here. To register another one, take APP_ID, ' +
    'PRIVATE_KEY and WEBHOOK_SECRET out of its environment first and start it again.',
)

/** Without a pass, with a wrong one and with one that has ended alike. */
export const noPassPage = notice(
  'Only with a link',
  'Whoever runs this service sets up its GitHub App here. Run "npm run -s assay -- github setup" where the ' +
    'service runs, and open the link that it prints; it holds for an hour.',
)

export const wrongStatePage = notice(
  'This did not begin here',
  'GitHub sent you back with something that this page has not sent there, or with nothing. No credentials ' +
    `were asked for. ${again}`,
)

export const givenPage = notice(
  'Already done',
  'GitHub gave the credentials of this app once. This service sent them to a browser and does not keep ' +
    `them. If you did not see them, they are lost. ${newCredentials} ${again}`,
)

export const askingPage = notice(
  'GitHub is being asked',
  'Another request is exchanging this code at the moment. Only the answer to that request shows the credentials.',
)

/** An earlier exchange of the same code got no answer, and GitHub does not know the code now. */
export const lostAnswerPage = notice(
  'The credentials were lost',
  'GitHub did not answer the first request for the credentials, and does not know the code any more. It ' +
    'either created the credentials without delivering them, or the code is older than an hour. They were ' +
    `never shown, and GitHub gives them once. ${newCredentials} ${again}`,
)

export const wrongOrganizationPage = notice(
  'No name of an organisation',
  'The name of an organisation at GitHub has letters, digits and dashes, at most 39.',
)

/** By what went wrong. */
export const conversionFailurePages: Readonly<
  Record<ConversionFailure, { readonly status: number; readonly page: Page }>
> = {
  'unknown-code': {
    status: 410,
    page: notice(
      'GitHub does not know this app any more',
      'The code that GitHub sent along was used before, or it is older than an hour. If the app is in your ' +
        `list at GitHub, delete it there. ${again}`,
    ),
  },
  unreachable: {
    status: 502,
    page: notice(
      'GitHub could not be asked',
      'This service could not connect to the API of GitHub. The code is unused and valid for an hour: load ' +
        'this page again in a little while. If GitHub is in a private network, add that network to ' +
        'ASSAY_ALLOW_NETWORKS.',
    ),
  },
  unanswered: {
    status: 502,
    page: notice(
      'GitHub did not answer',
      'The API of GitHub failed, or its answer did not arrive. Load this page again in a little while: the ' +
        'code is valid for an hour, unless GitHub used it for this request. In that case the page says so and ' +
        'explains what to do.',
    ),
  },
  refused: {
    status: 502,
    page: notice(
      'GitHub refused the request',
      'The API of GitHub refused the request and did not use the code, for example because of a rate limit. ' +
        'Load this page again in a little while: the code is valid for an hour.',
    ),
  },
  unusable: {
    status: 502,
    page: notice(
      'GitHub did not give the credentials',
      'GitHub used the code, but its answer is not as documented, so there is nothing to show. ' +
        `${newCredentials} ${again}`,
    ),
  },
}
