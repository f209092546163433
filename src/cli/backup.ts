import { BackupError } from '../backup/backup-error.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { type Command, exitCodes } from './command.ts'

export const backup: Command = {
  name: 'backup',
  usage: '',
  summary:
    'Backs the embedded database up, with the master key, encrypted, to ASSAY_BACKUP_DIR.\nA running service does this by itself every 6 hours, and brings the log of changes there every minute. For a database of your own (DATABASE_URL) see docs/backup.md.',
  options: {},
  async run({ terminal, open }) {
    await using installation = await open()
    if (!installation.backup) throw new BackupError('There is no place for backups. Make a key with "assay backup key", keep its identity away from this machine, and set ASSAY_BACKUP_DIR to a folder and ASSAY_BACKUP_RECIPIENT to its recipient. A database of your own (DATABASE_URL) is backed up by its own means: docs/backup.md.')
    const startedAt = performance.now()
    const { path, manifest, removed, damaged } = await takeBackup(installation.backup, () => new Date())
    for (const sentence of damaged) terminal.err.write(`${sentence}\n`)
    const seconds = (performance.now() - startedAt) / 1_000
    terminal.out.write(`Backup    ${path}\nDatabase  ${megabytes(manifest.clusterBytes)} MB, stored as ${megabytes(manifest.cluster.bytes)} MB in ${seconds.toFixed(1)} s\n${removed === 0 ? '' : `Removed   ${removed} that are older than ASSAY_BACKUP_KEEP_DAYS\n`}`)
    return exitCodes.ok
  },
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
