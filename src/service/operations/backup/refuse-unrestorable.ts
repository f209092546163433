import type { ConnectedRole, RunningCluster } from '../../db/backup/base-backup.ts'
import { clusterRole } from '../../db/embedded/initialise.ts'
import { BackupError } from './backup-error.ts'
import { systemIdentifierIn, tablespacesElsewhere } from './cluster-folder.ts'
import { isStoredPassword } from './stored-password.ts'

/** That of the embedded server, which restores. */
const restoringVersion = '18'

/** A server that is to be backed up, and the folder that is said to be its. */
export interface Candidate {
  readonly clusterFolder: string
  /** By its files, and by the server's own word. */
  readonly identifierInFolder: string
  readonly systemIdentifier: string
  /** Names of those outside of the folder. */
  readonly tablespaces: readonly string[]
  readonly version: string
  /** As the server writes it, such as `16MB`. */
  readonly segmentSize: string
  readonly role: ConnectedRole
  /** That of the address. */
  readonly password: string
}

/**
 * Throws a BackupError where a backup would be made that cannot be restored: better no backup, with a reason, than one
 * that fails when it is needed.
 */
export async function refuseUnrestorable(
  cluster: RunningCluster,
  clusterFolder: string,
  password: string,
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
  })
  if (reason !== undefined) throw new BackupError(reason)
}

/** Why a backup of this server could not be restored by the embedded one, with what to do; undefined if it can. */
export function whyUnrestorable({
  clusterFolder,
  identifierInFolder,
  systemIdentifier,
  tablespaces,
  version,
  segmentSize,
  role,
  password,
}: Candidate): string | undefined {
  if (identifierInFolder !== systemIdentifier)
    return (
      `${clusterFolder} holds the cluster ${identifierInFolder}, and DATABASE_URL leads to the cluster ` +
      `${systemIdentifier}. Set ASSAY_BACKUP_CLUSTER to the data_directory of that server.`
    )
  if (!version.startsWith(`${restoringVersion}.`))
    return (
      `The server is PostgreSQL ${version}, and backups are restored by PostgreSQL ${restoringVersion}, which ` +
      'cannot read its files. Upgrade it, or back it up by its own means: docs/backup.md.'
    )
  if (segmentSize !== '16MB')
    return (
      `The server writes its log in segments of ${segmentSize}, and backups are made of such with 16MB. Make ` +
      'the cluster anew without --wal-segsize, or back it up by its own means: docs/backup.md.'
    )
  if (tablespaces.length > 0)
    return (
      `The cluster has tablespaces outside of ${clusterFolder} (${tablespaces.join(', ')}), which would not ` +
      'be in a backup. Move what is in them to pg_default and drop them, or back the server up by its own ' +
      'means: docs/backup.md.'
    )
  if (role.name !== clusterRole || role.database !== clusterRole)
    return (
      `DATABASE_URL names the role "${role.name}" and the database "${role.database}", and a restored server ` +
      `is used as role "${clusterRole}" with a database of that name. Rename them (alter role, alter ` +
      'database), or back the server up by its own means: docs/backup.md.'
    )
  const locales = role.locales.filter((locale) => !/^(C|POSIX|C\.utf-?8)$/i.test(locale))
  if (locales.length > 0)
    return (
      `The database sorts by ${locales.join(' and ')}, which another machine may not have or may have ` +
      'otherwise. Make the cluster with the built-in provider (initdb as in deploy/compose.yaml) and bring ' +
      'the database there with pg_dump, or back the server up by its own means: docs/backup.md.'
    )
  if (!role.isSuperuser)
    return (
      `The role "${role.name}" is no superuser, as a restored server needs it to be: alter role ${role.name} ` +
      'superuser.'
    )
  // The file of the password is read without space around it.
  if (password === '' || password !== password.trim())
    return (
      'DATABASE_URL has no password, or one with space around it, and a restored server is used with a ' +
      `password only: give the role one (alter role ${role.name} password), and put it into DATABASE_URL.`
    )
  if (!isStoredPassword(password, role.storedPassword))
    return (
      `The password of DATABASE_URL is not the one that the server keeps for the role "${role.name}" with ` +
      'scram-sha-256, although it lets one in: a restored server would not. Set it again: alter role ' +
      `${role.name} password, with password_encryption = 'scram-sha-256'.`
    )
  return undefined
}
