import semver from 'semver'
import { clientServers } from '../../settings-files/client-servers.ts'
import { type LaunchKind, launchOf } from '../../settings-files/launched-packages.ts'
import { kindOf } from '../../settings-files/file-kind.ts'
import { readJson } from '../../settings-files/read-json.ts'
import { readToml } from '../../settings-files/read-toml.ts'
import { Lines } from '../../../model/lines.ts'
import type { Ecosystem } from '../../../model/component.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { isGit } from '../javascript/npm-identity.ts'
import { reasonOfAddress, shown } from '../python/requested-package.ts'
import { readRequirement } from '../python/requirement.ts'

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
    const listing = new Listing()
    const lines = new Lines(text)
    for (const { command, args } of clientServers({ root })) {
      const launch = command && launchOf(command, args)
      if (!launch || launch.kind === 'image') continue
      for (const asked of [...(launch.main ? [launch.main] : []), ...launch.others])
        list(listing, asked.text, launch.kind, lines.lineAt(asked.offset))
    }
    return listing.reading()
  },
}

const reasons = {
  unpinned: 'the configuration has no exact version, so each start may install a different one',
  variable: 'a variable determines what is installed',
  repository: 'it comes from a git repository',
  archive: 'it is an archive at a URL',
  jsr: 'it comes from a registry that Assay does not query',
  unclear: 'its entry could not be parsed',
} as const

function list(listing: Listing, text: string, kind: Exclude<LaunchKind, 'image'>, line: number): void {
  if (isLocal(text)) return
  const ecosystem: Ecosystem = kind === 'npm' ? 'npm' : 'PyPI'
  const role = { ecosystem, dev: false, groups: [], line }
  const asked = kind === 'npm' ? npmPackage(text) : pythonPackage(text)
  if (asked.version === undefined)
    listing.request({ ...role, name: shown(asked.name), requested: shown(asked.requested), reason: asked.reason })
  else
    listing.add({
      ...role,
      key: `${ecosystem} ${asked.name}@${asked.version}`,
      name: asked.name,
      version: asked.version,
      direct: true,
    })
}

/** A file or folder of the machine, also a variable followed by a path. */
const isLocal = (text: string): boolean =>
  /^(?:\.{0,2}[/\\]|~|\.{1,2}$|file:|[A-Z]:[/\\]|(?:\$\{[^}]{0,200}\}|\$\w{1,200}|%\w{1,200}%)[/\\])/i.test(text)

type Asked = { readonly name: string; readonly requested: string } & (
  | { readonly version: string }
  | { readonly version: undefined; readonly reason: string }
)

const unresolved = (name: string, requested: string, reason: string): Asked => ({
  name,
  requested,
  version: undefined,
  reason,
})

/** `name@1.2.3` in the notation of npm, pnpm, Yarn, Bun, and Deno (`npm:name@1.2.3`), also `alias@npm:name@1.2.3`. */
function npmPackage(text: string): Asked {
  if (/[$%]/.test(text)) return unresolved(text, text, reasons.variable)
  if (text.startsWith('jsr:')) return unresolved(text, text, reasons.jsr)
  const aliased = text.indexOf('@npm:', 1)
  const spec =
    aliased > 0
      ? text.slice(aliased + '@npm:'.length)
      : text.startsWith('npm:')
        ? withoutEntry(text.slice('npm:'.length))
        : text
  const [, name = '', after = ''] = /^((?:@[\w.-]{1,100}\/)?[\w.-]{1,214})(?:@(.{1,500}))?$/.exec(spec) ?? []
  const source = after === '' ? spec : after
  if (isGit(source) || /^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(source))
    return unresolved(name || spec, source, reasons.repository)
  if (/^https?:/i.test(source)) return unresolved(name || spec, source, reasons.archive)
  if (name === '') return unresolved(spec, spec, reasons.unclear)
  const version = semver.valid(after)
  return version === null
    ? unresolved(name, after || 'any version', reasons.unpinned)
    : { name, requested: after, version }
}

/** In Deno, a file of the package can follow its version: `npm:name@1.2.3/cli`. */
const withoutEntry = (spec: string): string => /^(?:@[^/]{1,100}\/)?[^/]{1,500}/.exec(spec)?.[0] ?? spec

/** `name==1.2` or, for uv, `name@1.2`. Extras belong to neither name nor version. */
function pythonPackage(text: string): Asked {
  if (/[$%]/.test(text)) return unresolved(text, text, reasons.variable)
  if (/^[a-z+]+:/i.test(text)) return unresolved(text, text, reasonOfAddress(text))
  const requirement = readRequirement(text.replace(/^([\w.-]{1,200}(?:\[[^\]]{0,200}\])?)@(?=v?\d[\w.!+-]*$)/i, '$1=='))
  if (requirement === undefined) return unresolved(text, text, reasons.unclear)
  const { name, version, requested, address } = requirement
  if (version !== undefined) return { name, requested, version }
  const isAddress = address !== undefined && /^[a-z+]+:/i.test(address)
  return unresolved(name, requested || 'any version', isAddress ? reasonOfAddress(address) : reasons.unpinned)
}
