import { keepBackingUp } from '../service/operations/backup/keep-backing-up.ts'
import { takeBackup, type TakenBackup } from '../service/operations/backup/take-backup.ts'
import { type Command, exitCodes, RequestError } from './command.ts'

export const backup: Command = {
  details: [
    'The backup includes the master key. A running service writes a backup every 6 hours and archives the ' +
      'write-ahead log every minute.',
    'The command requires ASSAY_BACKUP_DIR and ASSAY_BACKUP_RECIPIENT. "assay backup key" creates the recipient. See ' +
      'docs/how-to/backup.md.',
  ],
  options: {
    'keep-going': {
      type: 'boolean',
      summary:
        'Backs up the database continuously, as the service does. Use this option for your own PostgreSQL server ' +
        'if this process can read the data directory of the server (ASSAY_BACKUP_CLUSTER).',
    },
  },
  examples: [
    ['assay backup', 'Writes a backup now, for example before an upgrade.'],
    ['assay backup --keep-going', 'Backs up your own PostgreSQL server continuously.'],
  ],
  async run({ terminal, signal, open }, { values }) {
    await using installation = await open()
    if (!installation.backup)
      throw new RequestError(
        'Backups are not configured. Create a key pair with "assay backup key". Set ASSAY_BACKUP_RECIPIENT to the ' +
          'printed recipient, and set ASSAY_BACKUP_DIR to a folder. If you use your own PostgreSQL server ' +
          '(DATABASE_URL), see docs/how-to/backup.md.',
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
    `s\n${removed === 0 ? '' : `Removed   ${removed} older than ASSAY_BACKUP_KEEP_DAYS\n`}`
  )
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
