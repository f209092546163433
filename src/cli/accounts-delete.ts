import { setTimeout as pause } from 'node:timers/promises'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { installationsOfAccount } from '../service/db/accounts/removal.ts'
import { findAccountByName } from '../service/db/accounts/accounts.ts'
import { countScansOfAccount } from '../service/db/scans/scans.ts'
import { registryAccount } from '../engine/model/registry-account.ts'
import { visitorsAccount } from '../engine/model/visitors-account.ts'
import { printable } from '../engine/reports/printable.ts'
import { deleteAccount } from '../service/operations/retention/delete-account.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

/** A scan that was running notices its end within a second or two. */
const lateWritesMs = 10_000

export const accountsDelete: Command = {
  usage: 'ACCOUNT --yes',
  details: 'Registry entries of public sources remain. Earlier backups contain the account until they are removed.',
  options: { yes: { type: 'boolean' } },
  takesWords: true,
  async run({ open, terminal }, { positionals, values }) {
    const [name, ...others] = positionals
    if (name === undefined || others.length > 0) throw new UsageError('Name one account.')
    if (name === registryAccount.name || name === visitorsAccount.name)
      throw new UsageError(`The account ${name} is the service's own.`)
    await using installation = await open()
    const {
      db,
      examine: { fileResults },
    } = installation
    if (!fileResults) throw new Error('the installation keeps no results of files')
    const account = await findAccountByName(db, name)
    if (!account) throw new UsageError(`There is no account "${name}".`)
    const { total, unfinished } = await countScansOfAccount(db, account.id, new Date())
    if (values.yes !== true)
      throw new UsageError(
        `This deletes the account "${name}" with its ${total} scans, and cannot be undone. Say so with --yes.`,
      )
    const places = await installationsOfAccount(db, account.id)
    const { proof, digest } = await deleteAccount(
      {
        db,
        fileResults,
        now: () => new Date(),
        untilWritesEnd: () => pause(unfinished > 0 ? lateWritesMs : 0),
        // With the registry's, as there is no account any more that could see it.
        record: (tx, digest) => recordOperatorAct(tx, { action: 'accounts delete', subject: `proof ${digest}` }),
      },
      account,
    )
    const counts = proof.removed.map(([table, rows]) => `  ${table.padEnd(24)}${rows}\n`).join('')
    terminal.out.write(
      `Account   ${proof.accountId}\nBegun     ${proof.startedAt}\nFinished  ${proof.finishedAt}\nRemoved, ` +
        `in rows\n${counts}SHA-256   ${digest}\n`,
    )
    for (const place of places)
      terminal.err.write(
        `The GitHub App was installed by ${printable(place)}. Have it uninstalled there: what GitHub tells ` +
          `of it from now on makes a new, empty account.\n`,
      )
    return exitCodes.ok
  },
}
