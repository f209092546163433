import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerSettings } from '../../db/embedded/settings.ts'

/** Access rules that allow connections only from this machine and with a password. */
const access = ['local all all', 'host all all 127.0.0.1/32', 'host all all ::1/128']
  .map((who) => `${who} scram-sha-256\n`)
  .join('')

/** File contents by name: the output of `initdb` without comments. The launcher sets everything else. */
const files: Readonly<Record<string, string>> = {
  'pg_hba.conf': access,
  'pg_ident.conf': '',
  'postgresql.auto.conf': '',
  'postgresql.conf':
    "max_connections = 100\nshared_buffers = 128MB\ndefault_text_search_config = 'pg_catalog.english'\n",
}

/**
 * Replaces an unpacked cluster's configuration with that of an embedded server. The original configuration names files,
 * libraries, and commands on another machine. It is also untrusted, because anyone who knows the recipient can create a
 * backup.
 */
export async function writeOwnConfiguration(clusterFolder: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await rm(join(clusterFolder, name), { recursive: true, force: true })
    await writeFile(join(clusterFolder, name), content, { mode: 0o600, flag: 'wx' })
  }
}

/**
 * Prevents commands and libraries in the backup from running during the restore. Without autovacuum, no background
 * worker evaluates index functions either.
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
