import { resolve } from 'node:path'
import { readIdentity } from '../service/operations/backup/read-identity.ts'
import { restoreBackup, type RestoreRequest } from '../service/operations/backup/restore-backup.ts'
import { restoredText } from '../service/operations/backup/restored-text.ts'
import { type Command, type CommandArguments, type CommandRuntime, exitCodes, UsageError } from './command.ts'
import { required } from './option-values.ts'

export const restore: Command = {
  details: [
    'Stop the service first, and set ASSAY_DATA_DIR to a folder without a database. Assay restores the database to ' +
      'the end of the archived write-ahead log unless you specify a time.',
  ],
  options: {
    'identity-file': {
      type: 'string',
      value: 'FILE',
      required: true,
      summary: 'File with the identity that "assay backup key" printed.',
    },
    from: { type: 'string', value: 'FOLDER', summary: 'Backup folder. Default: ASSAY_BACKUP_DIR.' },
    to: { type: 'string', value: 'TIME', summary: 'Time to restore to, such as 2030-01-31T12:00:00Z.' },
    timeline: {
      type: 'string',
      value: 'NUMBER',
      summary:
        'Timeline number of the write-ahead log (1 or higher). Every restore starts a new timeline. ' +
        'Default: the latest.',
    },
    'accept-gap': {
      type: 'boolean',
      summary:
        'If the log has a gap, restores the changes before the gap. Without this option, the restore fails if the ' +
        'log has a gap.',
    },
  },
  exits: {
    0: 'The backup was restored, and all checks passed.',
    1: 'The backup was restored, but a check of the database failed.',
  },
  examples: [
    ['assay restore --identity-file identity.txt', 'Restores the latest state from ASSAY_BACKUP_DIR.'],
    [
      'assay restore --identity-file identity.txt --from /srv/assay-backups --to 2030-01-31T12:00:00Z',
      'Restores the database to its state at the specified time.',
    ],
  ],
  async run(runtime, given) {
    const restored = await restoreBackup({ ...restoreRequest(runtime, given), dataDir: runtime.dataDir })
    runtime.terminal.out.write(restoredText(restored))
    return restored.state.broken.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

/** Returns the restore request from the command options. Throws UsageError or BackupError. */
export function restoreRequest(
  { backupFolder, callerFolder, terminal }: CommandRuntime,
  given: CommandArguments,
): Omit<RestoreRequest, 'dataDir'> {
  const { from, to: time, timeline: number } = given.values
  const folder = typeof from === 'string' ? resolve(callerFolder, from) : backupFolder
  if (folder === undefined)
    throw new UsageError('The backup folder is unknown. Add --from FOLDER, or set ASSAY_BACKUP_DIR.')
  const to = typeof time === 'string' ? new Date(time) : undefined
  if (to && Number.isNaN(to.getTime()))
    throw new UsageError(`Invalid time "${String(time)}" for --to. Use a time such as 2030-01-31T12:00:00Z.`)
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(String(number)))
    throw new UsageError(`Invalid timeline "${String(number)}". Use a positive whole number.`)
  return {
    folder,
    identity: readIdentity(resolve(callerFolder, required(given, 'identity-file'))),
    to,
    timeline: number === undefined ? undefined : Number(number),
    acceptGap: given.values['accept-gap'] === true,
    onProgress: (message) => void terminal.err.write(`${message}\n`),
  }
}
