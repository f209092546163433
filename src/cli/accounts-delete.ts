import { setTimeout as pause } from 'node:timers/promises'
import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { installationsOfAccount } from '../service/db/accounts/removal.ts'
import { findAccountByName } from '../service/db/accounts/accounts.ts'
import { countScansOfAccount } from '../service/db/scans/scans.ts'
import { registryAccount } from '../engine/model/registry-account.ts'
import { visitorsAccount } from '../engine/model/visitors-account.ts'
import { printable } from '../engine/reports/printable.ts'
import { deleteAccount } from '../service/accounts/retention/delete-account.ts'
import { type Command, exitCodes, RequestError, UsageError } from './command.ts'

/**
 * Maximum time to wait until running scans have written their last data. They stop within two seconds. Nothing may be
 * written after the deletion.
 */
const lateWritesMs = 10_000

export const accountsDelete: Command = {
  arguments: 'ACCOUNT',
  details: [
    'Prints a proof of the deletion and the SHA-256 hash of the proof. The proof lists the number of rows deleted ' +
      'from each table. You cannot undo the deletion.',
    'Registry entries for public sources are not deleted. The account remains in existing backups until they expire.',
  ],
  options: { yes: { type: 'boolean', summary: 'Confirms the deletion. Without this option, nothing is deleted.' } },
  examples: [
    ['assay accounts delete acme', 'Shows how many scans the account has, without deleting anything.'],
    ['assay accounts delete acme --yes', 'Deletes the account "acme".'],
  ],
  async run({ open, terminal }, { positionals, values }) {
    const [name, ...others] = positionals
    if (name === undefined || others.length > 0)
      throw new UsageError('This command takes exactly one argument: the name of the account.')
    if (name === registryAccount.name || name === visitorsAccount.name)
      throw new RequestError(`The account "${name}" belongs to the service and cannot be deleted.`)
    await using installation = await open()
    const { db, fileResults } = installation
    const account = await findAccountByName(db, name)
    if (!account) throw new RequestError(`The account "${name}" does not exist.`)
    const { total, unfinished } = await countScansOfAccount(db, account.id, new Date())
    if (values.yes !== true)
      throw new UsageError(
        `This command will delete the account "${name}" and its ${total} ${total === 1 ? 'scan' : 'scans'}. You ` +
          'cannot undo the deletion. To confirm, add --yes.',
      )
    const places = await installationsOfAccount(db, account.id)
    const { proof, digest } = await deleteAccount(
      {
        db,
        fileResults,
        now: () => new Date(),
        untilWritesEnd: () => pause(unfinished > 0 ? lateWritesMs : 0),
        // Recorded in the registry's audit log, because the account's own log is deleted.
        record: (tx, digest) => recordOperatorAct(tx, { action: 'accounts delete', subject: `proof ${digest}` }),
      },
      account,
    )
    const counts = proof.removed.map(([table, rows]) => `  ${table.padEnd(24)}${rows}\n`).join('')
    terminal.out.write(
      `Account   ${proof.accountId}\nStarted   ${proof.startedAt}\nFinished  ${proof.finishedAt}\nDeleted ` +
        `rows\n${counts}SHA-256   ${digest}\n`,
    )
    for (const place of places)
      terminal.err.write(
        `${printable(place)} still has the GitHub App installed. Ask the owner to uninstall the app. ` +
          'Otherwise, the next event from GitHub creates a new, empty account.\n',
      )
    return exitCodes.ok
  },
}
