import { drillRestore } from '../backup/drill-restore.ts'
import { drillText } from '../backup/restored-text.ts'
import { type Command, exitCodes } from './command.ts'
import { restore, restoreRequest } from './restore.ts'

export const backupDrill: Command = {
  name: 'backup drill',
  usage: restore.usage,
  summary: 'Restores the newest backup into a folder of its own, looks through it, and removes it again.\nSays how long that took and what would have been lost. What runs is not touched.',
  options: restore.options,
  async run(runtime, given) {
    const drill = await drillRestore(restoreRequest(runtime, given), new Date())
    runtime.terminal.out.write(drillText(drill))
    return drill.state.broken.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}
