import { createLoginLink } from '../service/accounts/login-link.ts'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { findAccountByName } from '../service/db/accounts/accounts.ts'
import { type Command, exitCodes, required, UsageError } from './command.ts'

export const loginLink: Command = {
  usage: '--account ACCOUNT',
  details:
    'Anyone who has the link can create keys for the account: do not share it. The service must be running ' +
    'with the same settings as this command.',
  options: { account: { type: 'string' } },
  async run({ terminal, open }, given) {
    const name = required(given, 'account')
    await using installation = await open()
    const { publicUrl } = installation
    if (URL.parse(publicUrl)?.port === '0')
      throw new UsageError('PORT is 0, so that only PUBLIC_URL can say where the service is found.')
    const account = await findAccountByName(installation.db, name)
    if (!account) throw new UsageError(`There is no account "${name}".`)
    await recordOperatorAct(installation.db, {
      accountId: account.id,
      action: 'login-link',
      subject: 'a link that signs in once',
    })
    terminal.out.write(
      `${await createLoginLink(installation, { accountId: account.id, publicUrl, now: new Date() })}\n`,
    )
    return exitCodes.ok
  },
}
