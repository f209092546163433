import type { Drill } from './drill-restore.ts'
import type { Restored } from './restore-backup.ts'

export function restoredText({ base, segments, seconds, phaseSeconds, state }: Restored): string {
  const rows = Object.values(state.rows).reduce((sum, count) => sum + count, 0)
  return [
    `Base backup  ${base.manifest.finishedAt}`,
    `Log          ${segments} files; ` +
      `${
        state.lastCommitAt
          ? `the last transaction is of ${state.lastCommitAt.toISOString()}`
          : 'no transaction after the base backup'
      }`,
    `Database     ${(state.bytes / 1e6).toFixed(1)} MB, ${rows.toLocaleString('en')} rows in ` +
      `${Object.keys(state.rows).length} tables`,
    `Time         ${seconds.toFixed(1)} s: base backup ${phaseSeconds.base.toFixed(1)}, log ` +
      `${phaseSeconds.log.toFixed(1)}, checks ${phaseSeconds.check.toFixed(1)}`,
    ...(state.broken.length === 0
      ? ['Checks       all passed']
      : state.broken.map((sentence) => `Broken       ${sentence}`)),
    '',
  ].join('\n')
}

export function drillText(drill: Drill): string {
  const lost =
    drill.lostSeconds === undefined
      ? 'all changes after the base backup'
      : `the last ${drill.lostSeconds.toFixed(0)} s, if anything happened in them`
  return (
    `${restoredText(drill)}Would lose   ${lost}\nAt 10 GB     ` +
    `${(drill.secondsOfTenGigabytes / 60).toFixed(1)} minutes at this rate\n`
  )
}
