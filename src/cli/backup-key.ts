import { generateBackupKey } from '../service/operations/backup/generate-backup-key.ts'
import { type Command, exitCodes } from './command.ts'

export const backupKey: Command = {
  usage: '',
  details:
    'You need the identity to restore a backup, and anyone who has it can read every backup. It is shown ' +
    'once and not stored.',
  options: {},
  async run({ terminal }) {
    const { identity, recipient } = await generateBackupKey()
    terminal.err.write(
      'Keep the identity where this machine is not, such as a password manager: without it no backup can be ' +
        'restored.\n',
    )
    terminal.out.write(`Identity   ${identity}\nRecipient  ${recipient}\n`)
    return exitCodes.ok
  },
}
