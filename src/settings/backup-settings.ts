/** Destination and encryption of backups. */
export interface BackupSettings {
  /** Absolute path: a folder on another disk, or one that another program copies elsewhere. */
  readonly folder: string
  /** The age recipient (`age1…`). Only its identity, which is not on this machine, decrypts backups. */
  readonly recipient: string
  /** Days in the past to which a restore is possible. */
  readonly keptDays: number
  /** Absolute path of the files of the operator's own server. Undefined: the files of the embedded database. */
  readonly clusterFolder: string | undefined
}
