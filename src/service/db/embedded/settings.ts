import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Server settings by name. Values are written as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>

/** Defaults for a small machine that is shared with the service. `openCluster` can override them. */
export const defaultSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // Without a socket, every connection needs the password.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // The default of 4 assumes spinning disks.
  random_page_cost: '1.1',
  // JIT compilation takes longer than the service's short queries.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %q%u@%d ',
}

/** Settings controlled by the launcher. */
const ownSettings = new Set(['port', 'cluster_name', 'data_directory', 'config_file', 'logging_collector'])

/**
 * Returns the arguments for `postgres`, which override postgresql.conf and ALTER SYSTEM. Throws an
 * EmbeddedPostgresError for a setting controlled by the launcher.
 */
export function settingArguments(settings: ServerSettings): string[] {
  const wrong = Object.keys(settings).find(
    (name) => ownSettings.has(name.toLowerCase()) || !/^[a-z_][\w.]*$/i.test(name),
  )
  if (wrong !== undefined)
    throw new EmbeddedPostgresError(`The embedded Postgres does not take the setting "${wrong}".`)
  return Object.entries({ ...defaultSettings, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
