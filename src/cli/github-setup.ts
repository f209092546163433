import { createManifestPass, setupPath } from '../service/github/manifest-pass.ts'
import { whyUnreachable } from '../service/github/manifest-reach.ts'
import { type Command, exitCodes, RequestError } from './command.ts'

export const githubSetup: Command = {
  details: [
    'Prints a link to the page that registers the app. The link is valid for one hour. Do not share the link: ' +
      'anyone who obtains it can open that page.',
    'The service must run with the same settings as this command, and GitHub must be able to reach it at PUBLIC_URL.',
  ],
  options: {},
  exits: { 0: 'Success.', 1: 'The service is already registered as a GitHub App.' },
  examples: [
    [
      'PUBLIC_URL=https://assay.example assay github setup',
      'Prints the link to the setup page at https://assay.example.',
    ],
  ],
  async run({ terminal, open }) {
    await using installation = await open()
    if (installation.isGitHubApp) {
      terminal.err.write(
        'This service is already registered as a GitHub App: APP_ID is set. To register another app, unset APP_ID, ' +
          'PRIVATE_KEY, and WEBHOOK_SECRET.\n',
      )
      return exitCodes.failed
    }
    const { publicUrl } = installation
    if (URL.parse(publicUrl)?.port === '0')
      throw new RequestError('PORT is 0, so the URL of the service is unknown. Set PUBLIC_URL.')
    const problem = whyUnreachable(publicUrl)
    if (problem !== undefined)
      terminal.err.write(`Warning: ${problem} Set PUBLIC_URL to a URL that GitHub can reach.\n`)
    terminal.out.write(`${publicUrl}${setupPath}?pass=${createManifestPass(installation, new Date())}\n`)
    return exitCodes.ok
  },
}
