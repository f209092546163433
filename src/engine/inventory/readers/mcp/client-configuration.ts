import { clientServers } from '../../settings-files/client-servers.ts'
import { kindOf } from '../../settings-files/file-kind.ts'
import { readJson } from '../../settings-files/read-json.ts'
import { readToml } from '../../settings-files/read-toml.ts'
import { Lines } from '../../../model/lines.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { LaunchedListing } from './launched-listing.ts'

/**
 * Reader for MCP client configurations. Lists the packages that the servers run with `npx`, `uvx`, and other runners. A
 * package with an exact version is listed as a package, and any other registry package as a requirement without a
 * version. Local programs and folders are not packages, and container images belong to no ecosystem here.
 *
 * Linear in the text: one parse, and one pass over the words of each command.
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
    if (isCut) throw new UnreadableManifest('nesting-or-size')
    if (root === undefined && text.trim() !== '') throw new UnreadableManifest('no-json-or-toml')
    const listing = new LaunchedListing()
    const lines = new Lines(text)
    for (const { command, args } of clientServers({ root }))
      if (command) listing.add(command, args, (offset) => lines.lineAt(offset))
    return listing.reading()
  },
}
