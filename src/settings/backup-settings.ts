/** Backup destination and encryption. */
export interface BackupSettings {
  /** Absolute path of a folder on another disk, or of a folder that another program copies elsewhere. */
  readonly folder: string
  /** age recipient (`age1…`). Decrypting backups requires its identity, which is not on this machine. */
  readonly recipient: string
  /** Number of past days for which the database can be restored. */
  readonly keptDays: number
  /** Absolute path of the operator's own PostgreSQL data folder. Undefined for the embedded database. */
  readonly clusterFolder: string | undefined
}

/** What `/readyz` checks: all backups, only the archived log, or nothing. */
export const backupChecks = ['on', 'archive', 'off'] as const
export type BackupCheck = (typeof backupChecks)[number]
