import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { clientServers, type ClientServer } from '../../engine/inventory/settings-files/client-servers.ts'
import { readJson } from '../../engine/inventory/settings-files/read-json.ts'
import { readToml } from '../../engine/inventory/settings-files/read-toml.ts'
import { readYaml } from '../../engine/inventory/settings-files/read-yaml.ts'
import { type Reading, textOf, under, type Value } from '../../engine/inventory/settings-files/value.ts'
import type { SettingsFile } from './clients/mcp-client.ts'
import { malformedServers } from './malformed-servers.ts'
import { readJetbrains } from './read-jetbrains.ts'

/** Servers in one settings file. */
export interface ClientSettings {
  readonly path: string
  readonly servers: readonly ClientServer[]
  /** Sentence that says why the file, or a part of it, cannot be read. */
  readonly problem?: string
}

/** Maximum file size. Claude Code stores the history of every project in its settings, which can reach several MiB. */
const maxFileBytes = 32 * 1024 * 1024

/** Maximum number of folders matched by one `*` in a path. */
const maxFolders = 200

/** Reads all settings files that match the path. Returns an empty list if no file exists. */
export function readClientSettings({ path, format = 'json' }: SettingsFile): readonly ClientSettings[] {
  return pathsOf(path).flatMap((file): ClientSettings[] => {
    try {
      const stat = statSync(file, { throwIfNoEntry: false })
      if (!stat) return []
      if (!stat.isFile()) return [unreadable(file, 'It is not a regular file.')]
      if (stat.size > maxFileBytes) return [unreadable(file, 'The file is larger than 32 MiB.')]
      const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
      if (text.trim() === '') return [{ path: file, servers: [] }]
      const { value: root, isCut } = text.includes('\0') ? nothing : readers[format](text)
      if (isCut) return [unreadable(file, 'The file is nested too deeply or has too many parts.')]
      if (root === undefined) return [unreadable(file, `The file is not ${formatNames[format]}.`)]
      const settings = format === 'extension' ? serverOfExtension(root, file) : root
      const problem = malformedServers(settings, { isYaml: format === 'yaml' })
      return [{ path: file, servers: clientServers({ root: settings }), ...(problem !== undefined && { problem }) }]
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
      // A parent is a file instead of a folder, so the client has no settings there.
      if (code === 'ENOTDIR') return []
      return [unreadable(file, `Assay cannot read the file${code === undefined ? '' : ` (${code})`}.`)]
    }
  })
}

const unreadable = (path: string, problem: string): ClientSettings => ({ path, servers: [], problem })

/** Result for a file with NUL characters, such as UTF-16 text, which no client writes. */
const nothing: Reading = { value: undefined, isCut: false }

const readers: Readonly<Record<NonNullable<SettingsFile['format']>, (text: string) => Reading>> = {
  json: readJson,
  extension: readJson,
  toml: readToml,
  yaml: readYaml,
  jetbrains: readJetbrains,
}

const formatNames: Readonly<Record<NonNullable<SettingsFile['format']>, string>> = {
  json: 'JSON',
  extension: 'JSON',
  toml: 'TOML',
  yaml: 'YAML',
  jetbrains: 'XML',
}

/** Expands each `*` in a path to all folders there. */
function pathsOf(path: string): readonly string[] {
  const [before = '', ...after] = path.split(/[/\\]\*[/\\]/)
  return after.length === 0 ? [path] : foldersIn(before).map((folder) => join(before, folder, after.join('/')))
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, maxFolders)
  } catch {
    return []
  }
}

/** Converts a Claude Desktop extension manifest to settings with the one server that it describes. */
function serverOfExtension(root: Value, file: string): Value {
  const server = under(root, 'server', 'mcp_config')
  const key = textOf(under(root, 'name')) ?? basename(dirname(file))
  const servers: Value = {
    kind: 'mapping',
    offset: root.offset,
    entries: server === undefined ? [] : [{ key, value: server, offset: server.offset }],
  }
  return { kind: 'mapping', offset: root.offset, entries: [{ key: 'mcpServers', value: servers, offset: root.offset }] }
}
