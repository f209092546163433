import { drillRestore } from '../service/operations/backup/drill-restore.ts'
import { drillText } from '../service/operations/backup/restored-text.ts'
import { type Command, exitCodes } from './command.ts'
import { restore, restoreRequest } from './restore.ts'

export const backupDrill: Command = {
  usage: restore.usage,
  details: 'Prints how long the restore took and what would have been lost. A running service is not affected.',
  options: restore.options,
  async run(runtime, given) {
    const drill = await drillRestore(restoreRequest(runtime, given), new Date())
    runtime.terminal.out.write(drillText(drill))
    return drill.state.broken.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}
