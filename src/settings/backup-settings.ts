/** Destination and encryption of backups. */
export interface BackupSettings {
  /** Absolute path of a folder on another disk, or of one that another program copies elsewhere. */
  readonly folder: string
  /** age recipient (`age1…`). Decrypting backups requires its identity, which is not on this machine. */
  readonly recipient: string
  /** Number of past days to which a restore is possible. */
  readonly keptDays: number
  /** Absolute path of the data files of the operator's own server. Undefined for the embedded database. */
  readonly clusterFolder: string | undefined
}
