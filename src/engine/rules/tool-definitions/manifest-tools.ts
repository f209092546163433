import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { isDevelopmentFile } from '../../inventory/project/development-folders.ts'
import { withDefinitionHash } from '../../model/canonical-definition.ts'
import { toolDefinitionLimits } from './tool-definition-limits.ts'
import { taintLimits } from '../../analysis/taint-limits.ts'
import type { ScannedTool, ToolParameter } from '../../model/scanned-tool.ts'
import type { Snapshot } from '../../model/snapshot.ts'

type Json = Readonly<Record<string, unknown>>

/** Names of files that describe servers to registries and clients. */
const manifestName = /(?:^|\/)(?:server|manifest|mcp|tools?|prompts?|mcp-manifest|smithery)\.json$/i

/**
 * Returns the definitions in a project's JSON files: a bundle's `manifest.json` (MCPB, DXT), the registry's
 * `server.json`, and tool lists in MCP format in any file. Their capabilities are unknown. Tests and examples are
 * excluded. `isCut` is true if the project has more definitions than the limit.
 */
export function manifestTools(snapshot: Pick<Snapshot, 'files'>): ManifestTools {
  const manifests = cache.get(snapshot) ?? readManifests(snapshot)
  cache.set(snapshot, manifests)
  return manifests
}

interface ManifestTools {
  readonly tools: readonly ScannedTool[]
  readonly isCut: boolean
}

const cache = new WeakMap<Pick<Snapshot, 'files'>, ManifestTools>()

function readManifests({ files }: Pick<Snapshot, 'files'>): ManifestTools {
  const tools: ScannedTool[] = []
  let [read, bytes, characters, isCut] = [0, 0, 0, false]
  for (const file of files.values()) {
    if (
      !file.path.endsWith('.json') ||
      isDevelopmentFile(file.path) ||
      /(?:^|\/)(?:node_modules|tests?|__tests__|fixtures?)\//.test(file.path)
    )
      continue
    if (file.size > toolDefinitionLimits.maxManifestBytes) {
      isCut ||= manifestName.test(file.path) || file.content.includes('"inputSchema"')
      continue
    }
    if (read === toolDefinitionLimits.maxManifests || bytes + file.size > toolDefinitionLimits.maxTotalManifestBytes)
      return { tools, isCut: true }
    bytes += file.size
    const content = file.content
    if (!manifestName.test(file.path) && !content.includes('"inputSchema"') && !content.includes('"input_schema"'))
      continue
    read += 1
    const source: Source = { path: file.path, lineOf: linesIn(content), leaveOut: () => (isCut = true) }
    for (const tool of toolsIn(content, source)) {
      characters += JSON.stringify(tool).length
      if (tools.length === taintLimits.maxKept || characters > taintLimits.maxToolCharacters)
        return { tools, isCut: true }
      tools.push(withDefinitionHash(tool))
    }
  }
  return { tools, isCut }
}

type Declared = Omit<ScannedTool, 'definitionHash'>

function toolsIn(content: Buffer, source: Source): Declared[] {
  const root = parsed(content)
  if (Array.isArray(root)) return root.flatMap((entry) => declared(entry, 'tool', source))
  if (!isObject(root)) return []
  const listed = (['tools', 'prompts', 'resources'] as const).flatMap((key) => {
    const list = root[key]
    const kind = key === 'tools' ? 'tool' : key === 'prompts' ? 'prompt' : 'resource'
    if (Array.isArray(list)) return list.flatMap((entry) => declared(entry, kind, source))
    // Accepts `{ "tools": { "read": { … } } }`.
    return isObject(list)
      ? Object.entries(list).flatMap(([name, entry]) =>
          isObject(entry) ? declared({ name, ...entry }, kind, source) : [],
        )
      : []
  })
  const single =
    listed.length === 0 && isObject(root['inputSchema'] ?? root['input_schema']) ? declared(root, 'tool', source) : []
  return [...listed, ...single, ...aboutServer(root, source)]
}

interface Source {
  readonly path: string
  lineOf(name: string): number
  /** Marks the file as partially read. */
  leaveOut(): void
}

function declared(entry: unknown, kind: Declared['kind'], source: Source): Declared[] {
  if (!isObject(entry)) return []
  const name = text(entry['name'], 300, source) ?? text(entry['uri'], 300, source)
  if (name === undefined) return []
  const schema = objectIn(entry, 'inputSchema') ?? objectIn(entry, 'input_schema') ?? objectIn(entry, 'parameters')
  // A list without schemas and descriptions is not a list of tools.
  if (schema === undefined && text(entry['description'], 20_000, source) === undefined) return []
  const annotations = Object.fromEntries(
    Object.entries(objectIn(entry, 'annotations') ?? {})
      .filter(
        (entry): entry is [string, boolean] =>
          entry[0].endsWith('Hint') && entry[0].length <= 100 && typeof entry[1] === 'boolean',
      )
      .slice(0, 20),
  )
  const title = text(entry['title'], 1_000, source)
  const description = text(entry['description'], 20_000, source)
  const template = text(entry['text'], 20_000, source)
  return [
    {
      kind,
      name,
      path: source.path,
      line: source.lineOf(name),
      annotations,
      capabilities: [],
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(template !== undefined && { template }),
      parameters: firstOf([...parametersOf(schema, source), ...argumentsOf(entry['arguments'], source)], source),
      ...(schema?.['additionalProperties'] === true && { isOpen: true }),
    },
  ]
}

const maxParameters = 200

function firstOf<Item>(items: readonly Item[], { leaveOut }: Source): Item[] {
  if (items.length > maxParameters) leaveOut()
  return items.slice(0, maxParameters)
}

function parametersOf(schema: Json | undefined, source: Source): ToolParameter[] {
  const properties = schema && objectIn(schema, 'properties')
  const required = Array.isArray(schema?.['required']) ? new Set(schema['required']) : new Set()
  return firstOf(Object.entries(properties ?? {}), source).flatMap(([name, field]) => {
    if (!isObject(field)) return []
    const description = text(field['description'], 5_000, source)
    const type = text(field['type'], 300, source)
    const fallback = text(field['default'], 5_000, source)
    const values = Array.isArray(field['enum'])
      ? field['enum']
          .filter((value) => typeof value === 'string')
          .slice(0, 100)
          .map((value) => value.slice(0, 300))
      : []
    return [
      {
        name: name.slice(0, 300),
        required: required.has(name),
        ...(description !== undefined && { description }),
        ...(type !== undefined && { type }),
        ...(values.length > 0 && { enum: values }),
        ...(fallback !== undefined && { default: fallback }),
      },
    ]
  })
}

/** Returns a prompt's arguments, which are names or MCP objects. */
function argumentsOf(list: unknown, source: Source): ToolParameter[] {
  return firstOf(Array.isArray(list) ? list : [], source).flatMap((argument: unknown) => {
    if (typeof argument === 'string') return [{ name: argument.slice(0, 300) }]
    const name = isObject(argument) ? text(argument['name'], 300, source) : undefined
    const description = isObject(argument) ? text(argument['description'], 5_000, source) : undefined
    return name === undefined ? [] : [{ name, ...(description !== undefined && { description }) }]
  })
}

/** Returns a server's instructions, and the description in a `server.json` or bundle manifest. */
function aboutServer(root: Json, source: Source): Declared[] {
  const name = text(root['name'], 300, source)
  const isManifest =
    objectIn(root, 'server') !== undefined ||
    Array.isArray(root['packages']) ||
    Array.isArray(root['remotes']) ||
    typeof root['instructions'] === 'string'
  const description = [root['instructions'], root['description'], root['long_description']]
    .map((part) => text(part, 20_000, source))
    .filter((part) => part !== undefined)
    .join('\n\n')
  const settings = firstOf(Object.entries(objectIn(root, 'user_config') ?? {}), source).flatMap(([key, field]) => {
    const description = isObject(field) ? text(field['description'], 5_000, source) : undefined
    return [{ name: key.slice(0, 300), ...(description !== undefined && { description }) }]
  })
  if (!isManifest || name === undefined || description === '') return []
  return [
    {
      kind: 'instructions',
      name,
      description,
      path: source.path,
      line: source.lineOf(name),
      parameters: settings,
      annotations: {},
      capabilities: [],
    },
  ]
}

function parsed(content: Buffer): unknown {
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch {
    return withComments(text)
  }
}

/**
 * Parses JSON with comments and trailing commas, as editors do. Returns undefined for invalid or deeply nested text.
 */
function withComments(text: string): unknown {
  const errors: ParseError[] = []
  try {
    const root: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
    return errors.length === 0 ? root : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectIn(value: Json, key: string): Json | undefined {
  const inner = value[key]
  return isObject(inner) ? inner : undefined
}

function text(value: unknown, maxLength: number, { leaveOut }: Source): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (value.length > maxLength) leaveOut()
  return value.slice(0, maxLength)
}

/** Maximum number of failed searches per file. Names that contain escapes do not occur literally. */
const maxMisses = 100

/**
 * Returns a function that finds the line where a name is used as a value. It searches after the previous name first,
 * because definitions are in order.
 */
function linesIn(content: Buffer): (name: string) => number {
  let [from, line, misses] = [0, 1, 0]
  return (name) => {
    if (misses > maxMisses) return line
    const quoted = JSON.stringify(name)
    let at = content.indexOf(quoted, from)
    if (at < 0) {
      misses += 1
      at = content.indexOf(quoted)
      if (at < 0) return line
      ;[from, line] = [0, 1]
    }
    for (let end = content.indexOf(0x0a, from); end >= 0 && end < at; end = content.indexOf(0x0a, end + 1)) line += 1
    from = at
    return line
  }
}
