import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerSettings } from '../../db/embedded/settings.ts'

/** By password alone, and from this machine alone. */
const access = ['local all all', 'host all all 127.0.0.1/32', 'host all all ::1/128']
  .map((who) => `${who} scram-sha-256\n`)
  .join('')

/** Content by name: what `initdb` would write without its comments; all else the launcher says. */
const files: Readonly<Record<string, string>> = {
  'pg_hba.conf': access,
  'pg_ident.conf': '',
  'postgresql.auto.conf': '',
  'postgresql.conf':
    "max_connections = 100\nshared_buffers = 128MB\ndefault_text_search_config = 'pg_catalog.english'\n",
}

/**
 * Puts the configuration of an embedded server into an unpacked cluster instead of the backup's: that one names files,
 * libraries and commands of the machine that was backed up, of which this one has none, and a backup may be anybody's
 * who knows the recipient.
 */
export async function writeOwnConfiguration(clusterFolder: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await rm(join(clusterFolder, name), { recursive: true, force: true })
    await writeFile(join(clusterFolder, name), content, { mode: 0o600, flag: 'wx' })
  }
}

/**
 * No command or library that the backup names runs while it is restored, nor does a worker of its own accord read
 * indexes by the functions that are in it.
 */
export const nothingForeign: ServerSettings = {
  archive_cleanup_command: '',
  autovacuum: 'off',
  event_triggers: 'off',
  local_preload_libraries: '',
  recovery_end_command: '',
  session_preload_libraries: '',
  shared_preload_libraries: '',
  ssl: 'off',
  ssl_passphrase_command: '',
}
