import type { BackupSettings } from '../../../settings/backup-settings.ts'

/** Inputs of a backup. */
export interface BackupContext extends BackupSettings {
  /**
   * Data folder (with `PG_VERSION`) of the cluster to back up. Its server puts finished log segments into `archive`
   * next to it.
   */
  readonly clusterFolder: string
  readonly databaseUrl: string
  /** Text of the master key. Without it, restored API keys are invalid, and stored secrets cannot be decrypted. */
  readonly secret: string
}
