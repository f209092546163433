import { resolve } from 'node:path'
import { InstalledServers } from '../engine/model/installed-servers.ts'
import { severities } from '../engine/model/severity.ts'
import { isInside, realPath } from '../settings/cache-folder.ts'
import { type Command, RequestError } from './command.ts'
import { mcpClients } from './installed/clients/catalogue.ts'
import type { ConfiguredServer } from './installed/find-servers.ts'
import { memberOf, oneOf } from './option-values.ts'
import { progressLine } from './progress-line.ts'
import { exitCodeOf } from './scan.ts'

const formats = ['table', 'json'] as const
const clientIds = mcpClients.map(({ id }) => id)

export const installed: Command = {
  details: [
    'Reads the settings of MCP clients on this machine and in the current project, and finds every MCP server that a ' +
      'client starts or calls. Assay scans the package or the source code behind each server. Assay never starts ' +
      'or contacts a server, and never prints a secret.',
    `Clients: ${mcpClients.map(({ name }) => name).join(', ')}.`,
    'Assay cannot scan remote servers, container images, or programs whose package it cannot find. The result ' +
      'lists these servers and explains why each one cannot be scanned.',
  ],
  options: {
    client: {
      type: 'string',
      value: 'CLIENT',
      choices: clientIds,
      multiple: true,
      summary: 'Reads only the settings of this client.',
    },
    project: {
      type: 'string',
      value: 'FOLDER',
      summary: 'Reads the project settings in this folder. Default: the current folder.',
    },
    format: { type: 'string', value: 'FORMAT', choices: formats, default: 'table', summary: 'Format of the result.' },
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      choices: severities,
      summary: 'Lowest severity that fails the scan. Default: "high".',
    },
    offline: {
      type: 'boolean',
      summary: 'Makes no network requests. Assay then scans only servers whose source code is on this machine.',
    },
  },
  exits: {
    0: 'Every server passed.',
    1: 'At least one server failed because it has a finding at or above the --fail-on severity.',
    3: 'No server failed, but at least one could not be scanned, or no server was found.',
  },
  examples: [
    ['assay installed', 'Scans the MCP servers of all clients.'],
    ['assay installed --client claude-desktop --client cursor', 'Scans the servers of two clients.'],
    [
      'assay installed --format json > servers.json',
      'Writes the list of servers with their full scan reports to a file.',
    ],
  ],
  async run({ terminal, version, callerFolder, signal, localAdvisories, openScanner }, { values }) {
    const given = { values, positionals: [] }
    const format = oneOf(given, 'format', { kind: 'format', words: formats }) ?? 'table'
    const failOn = oneOf(given, 'fail-on', { kind: 'severity', words: severities })
    const ids = new Set([values['client'] ?? []].flat().map((id) => memberOf(clientIds, String(id), 'client')))
    const isOffline = values['offline'] === true
    const { userPlace } = await import('../settings/config.ts')
    const user = userPlace()
    if (!user)
      throw new RequestError('The current user has no home folder, so Assay cannot find the settings of MCP clients.')
    const project = resolve(callerFolder, typeof values['project'] === 'string' ? values['project'] : '.')

    using progress = progressLine(terminal.err)
    progress.show(`Starting Assay ${version}`)
    const [{ findServers }, { scanServers }, { installedTable }] = await Promise.all([
      import('./installed/find-servers.ts'),
      import('./installed/scan-servers.ts'),
      import('../engine/reports/installed-table.ts'),
    ])
    const clients = mcpClients.filter(({ id }) => ids.size === 0 || ids.has(id))
    const { servers: found, unreadable } = findServers(clients, { ...user, project })
    const servers = found.map((server) => withoutCacheFolder(server, localAdvisories.cacheDir))
    const scannedFolders = servers.flatMap(({ program }) =>
      'target' in program && program.target.type === 'folder' ? [program.target.path] : [],
    )
    await using scanner = await openScanner({ progress, isOffline, scannedFolders })
    const result = await scanServers(servers, unreadable, {
      scanContext: scanner.scanContext,
      progress,
      signal,
      failOn,
      isOffline,
    })
    progress.clear()
    const { out, err } = terminal
    if (format === 'json') out.write(`${JSON.stringify(InstalledServers.parse(result))}\n`)
    else
      out.write(
        installedTable(result, {
          columns: out.columns ?? 100,
          color: out.isTTY === true && out.hasColors?.() === true,
        }),
      )
    if (servers.length === 0)
      err.write(
        'Found no MCP servers in the settings of MCP clients. To list the clients that Assay supports, run ' +
          '"assay help installed".\n',
      )
    return exitCodeOf(result)
  },
}

/**
 * Marks a server as not scanned if its folder contains the cache. Project settings could name such a folder, which must
 * not stop the scan of the other servers.
 */
function withoutCacheFolder(server: ConfiguredServer, cacheFolder: string | undefined): ConfiguredServer {
  const { program } = server
  if (cacheFolder === undefined || !('target' in program) || program.target.type !== 'folder') return server
  if (!isInside(realPath(cacheFolder), program.target.path)) return server
  const reason = 'Its folder contains the cache of Assay. Set ASSAY_CACHE_DIR to a folder outside it.'
  return { ...server, program: { kind: 'unknown', label: program.label, reason } }
}
