import { keepBackingUp } from '../service/operations/backup/keep-backing-up.ts'
import { takeBackup, type TakenBackup } from '../service/operations/backup/take-backup.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const backup: Command = {
  usage: '[--keep-going]',
  details:
    'A running service does this every 6 hours, and archives the write-ahead log there every minute.\nWith ' +
    '--keep-going it does both until it is stopped, for a PostgreSQL of your own whose files it can read ' +
    '(ASSAY_BACKUP_CLUSTER): docs/backup.md.',
  options: { 'keep-going': { type: 'boolean' } },
  async run({ terminal, signal, open }, { values }) {
    await using installation = await open()
    if (!installation.backup)
      throw new UsageError(
        'There is no place for backups. Make a key with "assay backup key", keep its identity away from ' +
          'this machine, and set ASSAY_BACKUP_DIR to a folder and ASSAY_BACKUP_RECIPIENT to its recipient. A ' +
          'database of your own (DATABASE_URL) is backed up by its own means, or where its files can be read: ' +
          'docs/backup.md.',
      )
    const onProblem = (sentence: string) => void terminal.err.write(`${sentence}\n`)
    const onTaken = (taken: TakenBackup) => {
      taken.damaged.forEach(onProblem)
      terminal.out.write(takenText(taken))
    }
    if (values['keep-going'] === true) await keepBackingUp(installation.backup, signal, { onTaken, onProblem })
    else onTaken(await takeBackup(installation.backup, () => new Date()))
    return exitCodes.ok
  },
}

function takenText({ path, manifest, removed }: TakenBackup): string {
  const seconds = (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1_000
  return (
    `Backup    ${path}\nDatabase  ${megabytes(manifest.clusterBytes)} MB, stored as ` +
    `${megabytes(manifest.cluster.bytes)} MB in ${seconds.toFixed(1)} ` +
    `s\n${removed === 0 ? '' : `Removed   ${removed} that are older than ASSAY_BACKUP_KEEP_DAYS\n`}`
  )
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
