import { resolve } from 'node:path'
import { z } from 'zod'

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
export const backupCheck = z.enum(['on', 'archive', 'off'], 'The value is unknown. Use one of: on, archive, off.')
export type BackupCheck = z.infer<typeof backupCheck>

/** Number of days for which backups are kept. */
export const backupDays = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The value is not a number of days. Use a whole number from 1 to 9999.')
  .transform(Number)

export const backupRecipient = z
  .string()
  .regex(
    /^age1[a-z0-9]{20,4000}$/,
    'The value is not an age recipient (age1…). Create a recipient with "assay backup key".',
  )

/** Returns the backups that the settings name, or undefined. */
export function backupOf(environment: {
  readonly ASSAY_BACKUP_DIR?: string | undefined
  readonly ASSAY_BACKUP_RECIPIENT?: string | undefined
  readonly ASSAY_BACKUP_KEEP_DAYS: number
  readonly ASSAY_BACKUP_CLUSTER?: string | undefined
}): BackupSettings | undefined {
  const { ASSAY_BACKUP_DIR: folder, ASSAY_BACKUP_RECIPIENT: recipient, ASSAY_BACKUP_CLUSTER: cluster } = environment
  if (folder === undefined || recipient === undefined) return undefined
  return {
    folder: resolve(folder),
    recipient,
    keptDays: environment.ASSAY_BACKUP_KEEP_DAYS,
    clusterFolder: cluster === undefined ? undefined : resolve(cluster),
  }
}
