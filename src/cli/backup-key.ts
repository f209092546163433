import { generateBackupKey } from '../backup/generate-backup-key.ts'
import { type Command, exitCodes } from './command.ts'

export const backupKey: Command = {
  name: 'backup key',
  usage: '',
  summary: 'Makes a key for backups: the recipient goes into the settings, the identity away from this machine.\nWithout the identity no backup can be restored, and whoever has it can read all of them. It is shown once and kept nowhere.',
  options: {},
  async run({ terminal }) {
    const { identity, recipient } = await generateBackupKey()
    terminal.err.write('Keep the identity where this machine is not, such as a password manager: without it no backup can be restored.\n')
    terminal.out.write(`Identity   ${identity}\nRecipient  ${recipient}\n`)
    return exitCodes.ok
  },
}
