/** Where backups of an installation go, and for whom they are encrypted. */
export interface BackupSettings {
  /** Absolute. A folder on another disk, or one that something else copies elsewhere. */
  readonly folder: string
  /** The age recipient (`age1…`) whose identity alone opens backups; it is not on this machine. */
  readonly recipient: string
  /** For how many days one can go back. */
  readonly keptDays: number
  /** Absolute: the files of a server of one's own, as this process sees them. Undefined: the embedded database's. */
  readonly clusterFolder: string | undefined
}
