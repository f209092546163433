import { generateBackupKey } from '../service/operations/backup/generate-backup-key.ts'
import { type Command, exitCodes } from './command.ts'

export const backupKey: Command = {
  details: [
    'Assay encrypts backups for the recipient (public key). Set ASSAY_BACKUP_RECIPIENT to the recipient. Only the ' +
      'identity (private key) can decrypt backups. Assay prints the identity once and does not store it.',
    'Anyone who obtains the identity can read every backup. Without the identity, no backup can be restored. Do not ' +
      'store the identity on the machine that you back up.',
  ],
  options: {},
  // The user runs this command to get a value for these settings, so they may still be incomplete.
  ignoredSettings: ['ASSAY_BACKUP_DIR', 'ASSAY_BACKUP_RECIPIENT', 'ASSAY_BACKUP_CLUSTER', 'ASSAY_BACKUP_KEEP_DAYS'],
  examples: [['assay backup key', 'Prints an identity and its recipient.']],
  async run({ terminal }) {
    const { identity, recipient } = await generateBackupKey()
    terminal.err.write(
      'Store the identity outside this machine, for example in a password manager. Without the identity, no ' +
        'backup can be restored.\n',
    )
    terminal.out.write(`Identity   ${identity}\nRecipient  ${recipient}\n`)
    return exitCodes.ok
  },
}
