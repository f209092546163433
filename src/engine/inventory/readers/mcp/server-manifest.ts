import { basename } from 'node:path/posix'
import { Lines } from '../../../model/lines.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { launchOf } from '../../settings-files/launched-packages.ts'
import { readJson } from '../../settings-files/read-json.ts'
import { readYaml } from '../../settings-files/read-yaml.ts'
import { configurationLimits } from '../../settings-files/settings-file-limits.ts'
import { itemsOf, type ScalarValue, scalarsIn, textOf, under, type Value } from '../../settings-files/value.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { workOf } from '../../work-budget.ts'
import { LaunchedListing } from './launched-listing.ts'

/**
 * Reader for manifests that describe how clients start a server: the official MCP registry's `server.json`, and
 * `smithery.yaml`. Linear in the text. See
 * https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json
 */
export const serverManifest: ManifestReader = {
  id: 'server-manifest',
  ecosystem: 'npm',
  kind: 'manifest',
  standsAlone: true,
  // Needed because unrelated projects use these file names too.
  signature: ['modelcontextprotocol', 'startCommand'],
  names: ['server.json', 'smithery.yaml'],
  reads: (path) => /^(?:server\.json|smithery\.ya?ml)$/.test(basename(path)),
  read({ path, text, ...file }) {
    workOf({ text, ...file }).spend(text.length)
    if (text.length > configurationLimits.maxFileBytes) throw new UnreadableManifest('larger-than-64-kib')
    const { value: root } = path.endsWith('.json') ? readJson(text) : readYaml(text)
    const listing = new LaunchedListing()
    const lines = new Lines(text)
    const lineAt = (offset: number) => lines.lineAt(offset)
    for (const entry of itemsOf(under(root, 'packages'))) listPackage(listing, entry, lineAt)
    for (const { scalar } of scalarsIn(under(root, 'startCommand'))) listFunction(listing, scalar, lineAt)
    return listing.reading()
  },
}

function listPackage(listing: LaunchedListing, entry: Value, lineAt: (offset: number) => number): void {
  const registry = textOf(under(entry, 'registryType')) ?? textOf(under(entry, 'registry_name'))
  const identifier = under(entry, 'identifier') ?? under(entry, 'name')
  const name = textOf(identifier)
  const version = textOf(under(entry, 'version')) ?? ''
  if (identifier?.kind !== 'scalar' || name === undefined || name === '') return
  const separator = registry === 'pypi' ? '==' : '@'
  const main = { ...identifier, text: version === '' ? name : `${name}${separator}${version}` }
  if (registry === 'npm') listing.addLaunch({ kind: 'npm', main, others: [] }, lineAt)
  else if (registry === 'pypi') listing.addLaunch({ kind: 'python', main, others: [] }, lineAt)
}

/** Lists the command in a JavaScript function, such as `config => ({ command: 'npx', args: ['-y', 'name'] })`. */
function listFunction(listing: LaunchedListing, scalar: ScalarValue, lineAt: (offset: number) => number): void {
  const [, command] = /\bcommand["']?\s{0,9}:\s{0,9}["'`]([\w./-]{1,100})["'`]/.exec(scalar.text) ?? []
  const [, list = ''] = /\bargs["']?\s{0,9}:\s{0,9}\[([^\]]{0,2000})\]/.exec(scalar.text) ?? []
  if (command === undefined) return
  const word = (text: string): ScalarValue => ({ kind: 'scalar', text, offset: scalar.offset })
  const args = [...list.matchAll(/["'`]([^"'`]{1,300})["'`]/g)].map(([, text = '']) => word(text))
  const launch = launchOf(word(command), args)
  if (launch) listing.addLaunch(launch, lineAt)
}
