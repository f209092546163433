import { keepBackingUp } from '../service/operations/backup/keep-backing-up.ts'
import { takeBackup, type TakenBackup } from '../service/operations/backup/take-backup.ts'
import { type Command, exitCodes, RequestError } from './command.ts'

const deprecation =
  'Deprecated: Assay backups of your own PostgreSQL server will be removed in the next release. Use pgBackRest or ' +
  'CloudNativePG instead, as described in docs/how-to/backup.md. "assay restore" will still restore ' +
  'existing backups.'

export const backup: Command = {
  details: [
    'The backup includes the master key. A running service writes a backup every 6 hours and archives the ' +
      'write-ahead log every minute.',
    'If another process is backing up the same database, the command waits for it, for up to an hour.',
    'The command requires ASSAY_BACKUP_DIR and ASSAY_BACKUP_RECIPIENT. "assay backup key" creates the recipient. See ' +
      'docs/how-to/backup.md.',
  ],
  options: {
    'keep-going': {
      type: 'boolean',
      summary:
        'Backs up the database continuously, as the service does. Deprecated, like all Assay backups of your own ' +
        'PostgreSQL server: use pgBackRest instead.',
    },
  },
  examples: [['assay backup', 'Writes a backup now, for example before an upgrade.']],
  async run({ terminal, signal, open }, { values }) {
    await using installation = await open()
    if (!installation.backup)
      throw new RequestError(
        'Backups are not configured. Create a key pair with "assay backup key". Set ASSAY_BACKUP_RECIPIENT to the ' +
          'printed recipient, and set ASSAY_BACKUP_DIR to a folder. If you use your own PostgreSQL server ' +
          '(DATABASE_URL), see docs/how-to/backup.md.',
      )
    const onProblem = (sentence: string) => void terminal.err.write(`${sentence}\n`)
    const onWait = onProblem
    if (!installation.isDatabaseEmbedded) terminal.err.write(`${deprecation}\n`)
    const onTaken = (taken: TakenBackup) => {
      taken.damaged.forEach(onProblem)
      terminal.out.write(takenText(taken))
    }
    if (values['keep-going'] === true) await keepBackingUp(installation.backup, signal, { onTaken, onProblem, onWait })
    else onTaken(await takeBackup(installation.backup, () => new Date(), { signal, onWait }))
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
