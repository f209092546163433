import { drillRestore } from '../service/operations/backup/drill-restore.ts'
import { drillText } from '../service/operations/backup/restored-text.ts'
import { type Command, exitCodes } from './command.ts'
import { restore, restoreRequest } from './restore.ts'

export const backupDrill: Command = {
  details: [
    'Restores the backup into a temporary folder, checks the database, and removes the folder. A running service is ' +
      'not affected.',
    'Prints how long the restore took and how much data you would lose if the machine failed.',
  ],
  options: restore.options,
  exits: { 0: 'All checks passed.', 1: 'A check of the restored database failed.' },
  examples: [
    ['assay backup drill --identity-file identity.txt', 'Tests the latest backup in ASSAY_BACKUP_DIR.'],
    [
      'assay backup drill --identity-file identity.txt --from /srv/assay-backups',
      'Tests the latest backup in the folder /srv/assay-backups.',
    ],
  ],
  async run(runtime, given) {
    const drill = await drillRestore(restoreRequest(runtime, given), new Date())
    runtime.terminal.out.write(drillText(drill))
    return drill.state.broken.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}
