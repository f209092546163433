import type { ConversionFailure } from '../github/manifest-conversion.ts'
import type { Page } from './layout.ts'
import { notice } from './notice-page.ts'

const again = 'To begin anew, run "npm run -s assay -- github setup" where the service runs, and open the link that it prints.'

export const configuredPage = notice('The GitHub App is set up', 'This service is a GitHub App already, so nothing is done here. To register another one, take APP_ID, PRIVATE_KEY and WEBHOOK_SECRET out of its environment first and start it again.')

/** Without a pass, with a wrong one and with one that has ended alike. */
export const noPassPage = notice('Only with a link', `Whoever runs this service sets up its GitHub App here. Run "npm run -s assay -- github setup" where the service runs, and open the link that it prints; it holds for an hour.`)

export const wrongStatePage = notice('This did not begin here', `GitHub sent you back with something that this page has not sent there, or with nothing. No credentials were asked for. ${again}`)

export const spentStatePage = notice('Already done', `The credentials of this app were shown before, and GitHub gives them once. Make a new private key and a new webhook secret in the settings of the app at GitHub, or delete it there. ${again}`)

export const wrongOrganizationPage = notice('No name of an organisation', 'The name of an organisation at GitHub has letters, digits and dashes, at most 39.')

/** By what went wrong. */
export const conversionFailurePages: Readonly<Record<ConversionFailure, { readonly status: number; readonly page: Page }>> = {
  'unknown-code': { status: 410, page: notice('GitHub does not know this app any more', `The code that GitHub sent along was used before or is older than an hour. If the app is in your list at GitHub, delete it there. ${again}`) },
  unreachable: { status: 502, page: notice('GitHub could not be asked', 'No answer came from the API of GitHub. Load this page again in a little while: the code holds for an hour. If GitHub is in a private network, ASSAY_ALLOW_NETWORKS has to open it.') },
  unexpected: { status: 502, page: notice('GitHub did not give the credentials', `Its API answered otherwise than it is documented. ${again}`) },
}
