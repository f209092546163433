import { dirname } from 'node:path'
import type { ClientServer } from '../../engine/inventory/settings-files/client-servers.ts'
import { type ClientPlace, clientFolders, type McpClient, type SettingsFile } from './clients/mcp-client.ts'
import { readClientSettings } from './read-client-settings.ts'
import { programOf, type ServerProgram } from './server-program.ts'

/** Server in a client's settings, and the program that the client would run for it. */
export interface ConfiguredServer {
  readonly client: McpClient
  readonly scope: SettingsFile['scope']
  /** Absolute path of the settings file. */
  readonly path: string
  readonly server: ClientServer
  readonly program: ServerProgram
}

/** Settings file that exists but cannot be read completely. */
export interface UnreadableSettings {
  readonly client: McpClient
  readonly path: string
  /** Description of the problem, in one sentence. */
  readonly problem: string
}

/** Finds the servers in client settings. Only reads files: it starts no program and contacts no server. */
export function findServers(
  clients: readonly McpClient[],
  place: ClientPlace,
): { readonly servers: readonly ConfiguredServer[]; readonly unreadable: readonly UnreadableSettings[] } {
  const folders = clientFolders(place)
  const servers: ConfiguredServer[] = []
  const unreadable: UnreadableSettings[] = []
  for (const client of clients) {
    // In the home folder, project settings and user settings are the same file.
    const read = new Set<string>()
    for (const file of client.files(folders))
      for (const settings of readClientSettings(file)) {
        const { path, problem } = settings
        if (read.has(path)) continue
        read.add(path)
        if (problem !== undefined) unreadable.push({ client, path, problem })
        for (const server of settings.servers)
          servers.push({ client, scope: file.scope, path, server, program: programIn(file, path, server, place) })
      }
  }
  return { servers, unreadable }
}

/**
 * Returns the program that the client runs for a server. For a Claude Desktop extension, this is the folder with its
 * manifest.
 */
function programIn(file: SettingsFile, path: string, server: ClientServer, place: ClientPlace): ServerProgram {
  const program = programOf(server, { ...place, folder: startFolder(file, path, server, place) })
  if (file.format !== 'extension' || program.kind !== 'folder') return program
  return { kind: 'folder', label: dirname(path), target: { type: 'folder', path: dirname(path) } }
}

/**
 * Returns the folder in which the client starts the server, or undefined for user settings, which apply in every
 * project.
 */
function startFolder(
  { scope, format }: SettingsFile,
  path: string,
  { project }: ClientServer,
  place: ClientPlace,
): string | undefined {
  if (format === 'extension') return dirname(path)
  return project ?? (scope === 'project' ? place.project : undefined)
}
