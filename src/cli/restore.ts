import { resolve } from 'node:path'
import { readIdentity } from '../service/operations/backup/read-identity.ts'
import { restoreBackup, type RestoreRequest } from '../service/operations/backup/restore-backup.ts'
import { restoredText } from '../service/operations/backup/restored-text.ts'
import { type Command, type CommandArguments, type CommandRuntime, exitCodes, required, UsageError } from './command.ts'

export const restore: Command = {
  usage: '--identity-file FILE [--from FOLDER] [--to TIME] [--timeline NUMBER] [--accept-gap]',
  details:
    'Restores to the end of the archived log, or to the time given with --to. The identity is the one that ' +
    '"assay backup key" printed. Stop the service first.',
  options: {
    from: { type: 'string' },
    'identity-file': { type: 'string' },
    to: { type: 'string' },
    timeline: { type: 'string' },
    'accept-gap': { type: 'boolean' },
  },
  async run(runtime, given) {
    const restored = await restoreBackup({ ...restoreRequest(runtime, given), dataDir: runtime.dataDir })
    runtime.terminal.out.write(restoredText(restored))
    return restored.state.broken.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

/** What to restore, from the options of a command. Throws UsageError or BackupError naming what is wrong. */
export function restoreRequest(
  { backupFolder, callerFolder, terminal }: CommandRuntime,
  given: CommandArguments,
): Omit<RestoreRequest, 'dataDir'> {
  const { from, to: time, timeline: number } = given.values
  const folder = typeof from === 'string' ? resolve(callerFolder, from) : backupFolder
  if (folder === undefined)
    throw new UsageError('--from is needed, the folder of the backups, as ASSAY_BACKUP_DIR is not set.')
  const to = typeof time === 'string' ? new Date(time) : undefined
  if (to && Number.isNaN(to.getTime())) throw new UsageError('--to should be a time such as 2030-01-31T12:00:00Z.')
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(String(number)))
    throw new UsageError('--timeline should be a number such as 1.')
  return {
    folder,
    identity: readIdentity(resolve(callerFolder, required(given, 'identity-file'))),
    to,
    timeline: number === undefined ? undefined : Number(number),
    acceptGap: given.values['accept-gap'] === true,
    onProgress: (message) => void terminal.err.write(`${message}\n`),
  }
}
