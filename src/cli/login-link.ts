import { createLoginLink } from '../service/accounts/login-link.ts'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { findAccountByName } from '../service/db/accounts/accounts.ts'
import { type Command, exitCodes, RequestError } from './command.ts'
import { required } from './option-values.ts'

export const loginLink: Command = {
  details: [
    'The link is valid for ten minutes. Do not share the link: anyone who obtains it can create keys for the account.',
    'Run this command with the same settings as the service.',
  ],
  options: {
    account: { type: 'string', value: 'ACCOUNT', required: true, summary: 'Name of the account.' },
  },
  examples: [
    ['assay login-link --account local', 'Prints a link for the local account on this machine.'],
    ['assay login-link --account acme', 'Prints a link for the account "acme".'],
  ],
  async run({ terminal, open }, given) {
    const name = required(given, 'account')
    await using installation = await open()
    const { publicUrl } = installation
    if (URL.parse(publicUrl)?.port === '0')
      throw new RequestError('PORT is 0, so the URL of the service is unknown. Set PUBLIC_URL.')
    const account = await findAccountByName(installation.db, name)
    if (!account)
      throw new RequestError(`The account "${name}" does not exist. Create the account with "assay keys create".`)
    await recordOperatorAct(installation.db, {
      accountId: account.id,
      action: 'login-link',
      subject: 'single-use sign-in link',
    })
    terminal.out.write(
      `${await createLoginLink(installation, { accountId: account.id, publicUrl, now: new Date() })}\n`,
    )
    return exitCodes.ok
  },
}
