import type { BackupSettings } from '../../../settings/backup-settings.ts'

/** What making backups works on. */
export interface BackupContext extends BackupSettings {
  /**
   * The folder with `PG_VERSION` of the cluster that is backed up; its server puts finished segments of the log into
   * `archive` beside it.
   */
  readonly clusterFolder: string
  readonly databaseUrl: string
  /** The master key's text: without it no API key is known after a restore, and no stored secret can be read. */
  readonly secret: string
}
