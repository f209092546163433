import type { PartFigures } from './fleet-scale.ts'

/** Returns sentences that compare pgBackRest with `assay backup`, or an empty text if that was not measured. */
export function backupComparison({ found, shown }: PartFigures): string {
  const backup = found(/^full backup of about \d+ MB .*\)$/)
  const restore = found(/^restore of \d+ MB .*, total$/)
  if (!backup || !restore) return ''
  const [, full, processes = '', assayFull] =
    /^full backup of about (\d+) MB with (\d+) processes .*\(assay backup: (\d+) MB/.exec(backup.measure) ?? []
  const [, files, log, assayFiles, assayLog] =
    /^restore of (\d+) MB with (\d+) MB of log .*\(assay backup: (\d+) MB with (\d+) MB\)/.exec(restore.measure) ?? []
  const minutes = (seconds: number | null) => shown((seconds ?? NaN) / 60, 2)
  const gigabytes = (megabytes: string | undefined) => shown(Number(megabytes) / 1_000, 2)
  return (
    `In one run, pgBackRest with ${processes} processes made a full backup of about ${gigabytes(full)} GB in ` +
    `${minutes(backup.median)} min while a client committed, and \`assay backup\` one of ${gigabytes(assayFull)} GB ` +
    `in ${minutes(backup.peerMedian)} min without a client. A restore of ${gigabytes(files)} GB with ` +
    `${gigabytes(log)} GB of log took ${minutes(restore.median)} min with pgBackRest, ` +
    `and one of ${gigabytes(assayFiles)} GB with ` +
    `${gigabytes(assayLog)} GB of log ${minutes(restore.peerMedian)} min with \`assay backup\`. `
  )
}
