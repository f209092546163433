import { createManifestPass, setupPath } from '../service/github/manifest-pass.ts'
import { whyUnreachable } from '../service/github/manifest-reach.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const githubSetup: Command = {
  usage: '',
  details:
    'Anyone who has the link can open that page: do not share it. The service must be running with the same ' +
    'settings as this command.',
  options: {},
  async run({ terminal, open }) {
    await using installation = await open()
    if (installation.isGitHubApp) {
      terminal.err.write(
        'This service is a GitHub App already: APP_ID is set. Take it, PRIVATE_KEY and WEBHOOK_SECRET out ' +
          'of the environment to register another one.\n',
      )
      return exitCodes.failed
    }
    const { publicUrl } = installation
    if (URL.parse(publicUrl)?.port === '0')
      throw new UsageError('PORT is 0, so that only PUBLIC_URL can say where the service is found.')
    const why = whyUnreachable(publicUrl)
    if (why !== undefined) terminal.err.write(`Note: ${why} PUBLIC_URL says where GitHub finds this service.\n`)
    terminal.out.write(`${publicUrl}${setupPath}?pass=${createManifestPass(installation, new Date())}\n`)
    return exitCodes.ok
  },
}
