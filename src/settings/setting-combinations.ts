import { urlsByHost } from './database-url.ts'

type Settings = Readonly<Record<string, string | undefined>>

/** Returns one problem for each setting that conflicts with another. */
export function combinationProblems(settings: Settings): string[] {
  // A secret with an unreadable file counts as set, because its file is reported separately.
  const has = (name: string) => settings[name] !== undefined || settings[`${name}_FILE`] !== undefined
  const problems: string[] = []
  if (has('DATABASE_URL') && !has('ASSAY_SECRET'))
    problems.push(
      'ASSAY_SECRET: this secret is required if DATABASE_URL is set. Use at least 32 random characters, or set ' +
        'ASSAY_SECRET_FILE to a file that contains the secret. Keep a copy of the secret.',
    )
  if (has('DATABASE_READ_URL') && !has('DATABASE_URL'))
    problems.push(
      'DATABASE_READ_URL: this setting requires DATABASE_URL. The embedded database has no replica. Set DATABASE_URL ' +
        'to the primary, or unset DATABASE_READ_URL.',
    )
  if (has('DATABASE_DIRECT_URL') && !has('DATABASE_URL'))
    problems.push(
      'DATABASE_DIRECT_URL: this setting requires DATABASE_URL. The embedded database has no connection pooler. Set ' +
        'DATABASE_URL to the pooler, or unset DATABASE_DIRECT_URL.',
    )
  if (has('APP_ID') && !has('PRIVATE_KEY'))
    problems.push(
      'PRIVATE_KEY: this setting is required if APP_ID is set. Set it to the private key of the GitHub App, or ' +
        'unset APP_ID.',
    )
  if (has('PRIVATE_KEY') && !has('APP_ID'))
    problems.push(
      'APP_ID: this setting is required if PRIVATE_KEY is set. Set it to the App ID of the GitHub App, or ' +
        'unset PRIVATE_KEY.',
    )
  if (has('ASSAY_BACKUP_DIR') !== has('ASSAY_BACKUP_RECIPIENT')) {
    const [missing, given] = has('ASSAY_BACKUP_DIR')
      ? ['ASSAY_BACKUP_RECIPIENT', 'ASSAY_BACKUP_DIR']
      : ['ASSAY_BACKUP_DIR', 'ASSAY_BACKUP_RECIPIENT']
    problems.push(
      `${missing}: this setting is required if ${given} is set. Set both variables. To create a key pair with a ` +
        'recipient, run "assay backup key".',
    )
  }
  if (has('ASSAY_BACKUP_DIR') && has('DATABASE_URL') && !has('ASSAY_BACKUP_CLUSTER'))
    problems.push(
      'ASSAY_BACKUP_DIR: Assay cannot locate the data directory of the database server that DATABASE_URL specifies. ' +
        "Set ASSAY_BACKUP_CLUSTER to that directory, or use the database server's own backups. See " +
        'docs/how-to/backup.md.',
    )
  if (has('ASSAY_BACKUP_CLUSTER') && (urlsByHost(settings['DATABASE_URL'] ?? '')?.urls.length ?? 1) > 1)
    problems.push(
      'ASSAY_BACKUP_CLUSTER: Assay cannot back up several servers, because any of them can become the primary. Unset ' +
        "ASSAY_BACKUP_CLUSTER and ASSAY_BACKUP_DIR, and use the database servers' own backups. See " +
        'docs/how-to/backup.md.',
    )
  if (has('ASSAY_BACKUP_CLUSTER') && !(has('DATABASE_URL') && has('ASSAY_BACKUP_DIR')))
    problems.push(
      'ASSAY_BACKUP_CLUSTER: This setting requires DATABASE_URL and ASSAY_BACKUP_DIR. Set both of them, or ' +
        'unset ASSAY_BACKUP_CLUSTER. The embedded database does not need this setting.',
    )
  return problems
}
