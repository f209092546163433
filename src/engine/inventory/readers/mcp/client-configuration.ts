import { clientServers } from '../../settings-files/client-servers.ts'
import { kindOf } from '../../settings-files/file-kind.ts'
import { readJson } from '../../settings-files/read-json.ts'
import { readToml } from '../../settings-files/read-toml.ts'
import { Lines } from '../../../model/lines.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { LaunchedListing } from './launched-listing.ts'

/**
 * Configuration of MCP clients: the packages that their servers start from, by `npx`, `uvx`, and other runners. An
 * exact version is a package; anything else that a registry would be asked for is a request. Programs and folders of
 * the machine are no packages, and container images belong to no ecosystem here.
 *
 * Cost: linear in the text. One parse, one pass over the words of each command.
 */
export const clientConfiguration: ManifestReader = {
  id: 'client-configuration',
  ecosystem: 'npm',
  kind: 'manifest',
  standsAlone: true,
  names: ['.mcp.json', 'mcp.json', 'claude_desktop_config.json'],
  reads: (path) => kindOf(path) === 'client',
  read({ path, text }) {
    const { value: root, isCut } = path.toLowerCase().endsWith('.toml') ? readToml(text) : readJson(text)
    if (isCut) throw new UnreadableManifest('exceeds the limits for nesting or size')
    if (root === undefined && text.trim() !== '') throw new UnreadableManifest('is not JSON or TOML')
    const listing = new LaunchedListing()
    const lines = new Lines(text)
    for (const { command, args } of clientServers({ root }))
      if (command) listing.add(command, args, (offset) => lines.lineAt(offset))
    return listing.reading()
  },
}
