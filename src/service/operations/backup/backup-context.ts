import type { DatabaseSetting } from '../../db/hosts/primary-locator.ts'
import type { BackupSettings } from '../../../settings/backup-settings.ts'

export interface BackupContext extends BackupSettings {
  /**
   * Data folder (with `PG_VERSION`) of the cluster to back up. Its server archives finished log segments to `archive`
   * next to it.
   */
  readonly clusterFolder: string
  readonly databaseUrl: string
  /** Setting that contains this URL, for messages. The default is DATABASE_URL. */
  readonly databaseSetting?: DatabaseSetting
  /** Master key as text. Without it, restored API keys would be invalid, and stored secrets could not be decrypted. */
  readonly secret: string
}
