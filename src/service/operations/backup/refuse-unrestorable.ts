import type { DatabaseSetting } from '../../db/hosts/primary-locator.ts'
import type { ConnectedRole, RunningCluster } from '../../db/backup/base-backup.ts'
import { clusterRole } from '../../db/embedded/initialise.ts'
import { BackupError } from './backup-error.ts'
import { systemIdentifierIn, tablespacesElsewhere } from './cluster-folder.ts'
import { isStoredPassword } from './stored-password.ts'

/** End of an error sentence, which refers the operator to alternatives. */
const otherWay = 'use another way of backup: docs/how-to/backup.md.'

/** PostgreSQL version of the embedded server, which runs the restore. */
const restoringVersion = '18'

/** Server to back up, and its assumed data folder. */
export interface Candidate {
  readonly clusterFolder: string
  /** System identifiers, from the files and from the server. */
  readonly identifierInFolder: string
  readonly systemIdentifier: string
  /** Names of tablespaces outside the folder. */
  readonly tablespaces: readonly string[]
  readonly version: string
  /** Segment size in the server's notation, such as `16MB`. */
  readonly segmentSize: string
  readonly role: ConnectedRole
  readonly password: string
  /** Setting that contains the URL of the server. */
  readonly setting: DatabaseSetting
}

/** Throws a BackupError if a backup could not be restored, so that the problem is found before the backup is needed. */
export async function refuseUnrestorable(
  cluster: RunningCluster,
  clusterFolder: string,
  password: string,
  setting: DatabaseSetting = 'DATABASE_URL',
): Promise<void> {
  const { systemIdentifier, version, segmentSize } = cluster
  const [identifierInFolder, tablespaces, role] = await Promise.all([
    systemIdentifierIn(clusterFolder),
    tablespacesElsewhere(clusterFolder),
    cluster.connectedRole(),
  ])
  const reason = whyUnrestorable({
    clusterFolder,
    identifierInFolder,
    systemIdentifier,
    tablespaces,
    version,
    segmentSize,
    role,
    password,
    setting,
  })
  if (reason !== undefined) throw new BackupError(reason)
}

/**
 * Returns the reason why the embedded server could not restore a backup of this server, with a solution, or undefined
 * if it could.
 */
export function whyUnrestorable({
  clusterFolder,
  identifierInFolder,
  systemIdentifier,
  tablespaces,
  version,
  segmentSize,
  role,
  password,
  setting,
}: Candidate): string | undefined {
  if (identifierInFolder !== systemIdentifier)
    return (
      `${clusterFolder} contains the cluster ${identifierInFolder}, but ${setting} leads to the cluster ` +
      `${systemIdentifier}. Set ASSAY_BACKUP_CLUSTER to the data_directory of that server.`
    )
  if (!version.startsWith(`${restoringVersion}.`))
    return (
      `The server is PostgreSQL ${version}, but Assay restores backups with PostgreSQL ${restoringVersion}, which ` +
      `cannot read its files. Upgrade the server, or ${otherWay}`
    )
  if (segmentSize !== '16MB')
    return (
      `The server writes its log in segments of ${segmentSize}, but backups require 16MB. Create the cluster again ` +
      `without --wal-segsize, or ${otherWay}`
    )
  if (tablespaces.length > 0)
    return (
      `The cluster has tablespaces outside of ${clusterFolder} (${tablespaces.join(', ')}), which a backup would ` +
      `not contain. Move their contents to pg_default and drop them, or ${otherWay}`
    )
  if (role.name !== clusterRole || role.database !== clusterRole)
    return (
      `${setting} contains the role "${role.name}" and the database "${role.database}", but a restored server ` +
      `requires the name "${clusterRole}" for both. Rename them (alter role, alter database), or ${otherWay}`
    )
  const locales = role.locales.filter((locale) => !/^(C|POSIX|C\.utf-?8)$/i.test(locale))
  if (locales.length > 0)
    return (
      `The database uses the locale ${locales.join(' and ')}, which another machine may not have or may sort ` +
      'differently. Create a cluster with the built-in provider (initdb as in deploy/compose.yaml) and copy the ' +
      `database there with pg_dump, or ${otherWay}`
    )
  if (!role.isSuperuser)
    return (
      `The role "${role.name}" is not a superuser, which a restored server requires: alter role ${role.name} ` +
      'superuser.'
    )
  // The password file is read without surrounding whitespace, so a password with such whitespace would change.
  if (password === '' || password !== password.trim())
    return (
      `${setting} has no password, or one with surrounding spaces, but a restored server requires a password. Set ` +
      `one for the role (alter role ${role.name} password), and add it to ${setting}.`
    )
  if (!isStoredPassword(password, role.storedPassword))
    return (
      `The password in ${setting} is not the scram-sha-256 password that the server stores for the role ` +
      `"${role.name}", so a restored server would reject it. Set it again with alter role ${role.name} password and ` +
      `password_encryption = 'scram-sha-256'.`
    )
  return undefined
}
