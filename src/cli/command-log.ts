import type { Log } from '../engine/model/log.ts'
import type { TerminalStream } from './progress-line.ts'

/** Log levels that enable the command log. At other levels, commands write only their results and problems. */
const levelsWithWarnings: ReadonlySet<string> = new Set(['warn', 'debug', 'trace'])
const levelsWithDetails: ReadonlySet<string> = new Set(['debug', 'trace'])

/** Creates a log that writes JSON lines to stderr, for commands that run without the service. */
export function commandLog(level: string, stream: TerminalStream): Log {
  const line =
    (name: string, isOn: boolean) =>
    (fields: object | string, message?: string): void => {
      if (!isOn) return
      const entry = typeof fields === 'string' ? { msg: fields } : { ...fields, msg: message }
      stream.write(`${JSON.stringify({ level: name, time: new Date().toISOString(), ...entry })}\n`)
    }
  return {
    warn: line('warn', levelsWithWarnings.has(level)),
    info: line('info', levelsWithDetails.has(level)),
    debug: line('debug', levelsWithDetails.has(level)),
  }
}
