import { isDevelopmentFile } from '../../inventory/project/development-folders.ts'
import { withDefinitionHash } from '../../model/canonical-definition.ts'
import { limits } from '../../model/limits.ts'
import type { ScannedTool, ToolParameter } from '../../model/scanned-tool.ts'
import type { Snapshot } from '../../model/snapshot.ts'

type Json = Readonly<Record<string, unknown>>

/** Files that describe servers for registries and clients. */
const manifestName = /(?:^|\/)(?:server|manifest|mcp|tools?|prompts?|mcp-manifest|smithery)\.json$/i

/**
 * What JSON files of a project offer to models: `manifest.json` of bundles (MCPB, DXT), `server.json` of the registry, lists of tools in the form of the protocol
 * in files of any name. Nothing is known of what their code can do. Files of tests and examples are left out. `isCut`: there is more than is read.
 */
export function manifestTools({ files }: Pick<Snapshot, 'files'>): { readonly tools: ScannedTool[]; readonly isCut: boolean } {
  const tools: ScannedTool[] = []
  let [read, bytes, characters] = [0, 0, 0]
  for (const file of files.values()) {
    if (!file.path.endsWith('.json') || file.size > limits.toolDefinitions.manifestBytes || isDevelopmentFile(file.path) || /(?:^|\/)(?:node_modules|tests?|__tests__|fixtures?)\//.test(file.path)) continue
    if (read === limits.toolDefinitions.manifests || bytes + file.size > limits.toolDefinitions.allManifestBytes) return { tools, isCut: true }
    bytes += file.size
    const content = file.content
    if (!manifestName.test(file.path) && !content.includes('"inputSchema"') && !content.includes('"input_schema"')) continue
    read += 1
    for (const tool of toolsIn(file.path, content)) {
      characters += JSON.stringify(tool).length
      if (tools.length === limits.flows.kept || characters > limits.flows.toolCharacters) return { tools, isCut: true }
      tools.push(withDefinitionHash(tool))
    }
  }
  return { tools, isCut: false }
}

type Declared = Omit<ScannedTool, 'definitionHash'>

function toolsIn(path: string, content: Buffer): Declared[] {
  const root = parsed(content)
  if (Array.isArray(root)) return root.flatMap((one) => declared(one, 'tool', { path, content }))
  if (!isObject(root)) return []
  const listed = (['tools', 'prompts', 'resources'] as const).flatMap((key) => {
    const list = root[key]
    const kind = key === 'tools' ? 'tool' : key === 'prompts' ? 'prompt' : 'resource'
    if (Array.isArray(list)) return list.flatMap((one) => declared(one, kind, { path, content }))
    // `{ "tools": { "read": { … } } }`
    return isObject(list) ? Object.entries(list).flatMap(([name, one]) => (isObject(one) ? declared({ name, ...one }, kind, { path, content }) : [])) : []
  })
  const single = listed.length === 0 && isObject(root['inputSchema'] ?? root['input_schema']) ? declared(root, 'tool', { path, content }) : []
  return [...listed, ...single, ...aboutServer(root, { path, content })]
}

interface Source {
  readonly path: string
  readonly content: Buffer
}

function declared(one: unknown, kind: Declared['kind'], source: Source): Declared[] {
  if (!isObject(one)) return []
  const name = text(one['name'], 300) ?? text(one['uri'], 300)
  if (name === undefined) return []
  const schema = objectIn(one, 'inputSchema') ?? objectIn(one, 'input_schema') ?? objectIn(one, 'parameters')
  // Without a schema or a description it is a list of something else.
  if (schema === undefined && text(one['description'], 20_000) === undefined) return []
  const annotations = Object.fromEntries(Object.entries(objectIn(one, 'annotations') ?? {}).filter((entry): entry is [string, boolean] => entry[0].endsWith('Hint') && entry[0].length <= 100 && typeof entry[1] === 'boolean').slice(0, 20))
  const title = text(one['title'], 1_000)
  const description = text(one['description'], 20_000)
  const template = text(one['text'], 20_000)
  return [{
    kind, name, path: source.path, line: lineOf(source.content, name), annotations, capabilities: [],
    ...(title !== undefined && { title }), ...(description !== undefined && { description }), ...(template !== undefined && { template }),
    parameters: [...parametersOf(schema), ...argumentsOf(one['arguments'])].slice(0, 200),
    ...(schema?.['additionalProperties'] === true && { isOpen: true }),
  }]
}

function parametersOf(schema: Json | undefined): ToolParameter[] {
  const properties = schema && objectIn(schema, 'properties')
  const required = Array.isArray(schema?.['required']) ? new Set(schema['required']) : new Set()
  return Object.entries(properties ?? {}).slice(0, 200).flatMap(([name, field]) => {
    if (!isObject(field)) return []
    const description = text(field['description'], 5_000)
    const type = text(field['type'], 300)
    const fallback = text(field['default'], 5_000)
    const values = Array.isArray(field['enum']) ? field['enum'].filter((value) => typeof value === 'string').slice(0, 100).map((value) => value.slice(0, 300)) : []
    return [{ name: name.slice(0, 300), required: required.has(name), ...(description !== undefined && { description }), ...(type !== undefined && { type }), ...(values.length > 0 && { enum: values }), ...(fallback !== undefined && { default: fallback }) }]
  })
}

/** Arguments of a prompt: names, or objects of the protocol. */
function argumentsOf(list: unknown): ToolParameter[] {
  return (Array.isArray(list) ? list : []).slice(0, 200).flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ name: one.slice(0, 300) }]
    const name = isObject(one) ? text(one['name'], 300) : undefined
    const description = isObject(one) ? text(one['description'], 5_000) : undefined
    return name === undefined ? [] : [{ name, ...(description !== undefined && { description }) }]
  })
}

/** What a manifest says of its server: instructions, and the description of a `server.json` or of a bundle. */
function aboutServer(root: Json, source: Source): Declared[] {
  const name = text(root['name'], 300)
  const isManifest = objectIn(root, 'server') !== undefined || Array.isArray(root['packages']) || Array.isArray(root['remotes']) || typeof root['instructions'] === 'string'
  const said = [root['instructions'], root['description'], root['long_description']].map((one) => text(one, 6_000)).filter((one) => one !== undefined).join('\n\n')
  const settings = Object.entries(objectIn(root, 'user_config') ?? {}).slice(0, 100).flatMap(([key, field]) => {
    const description = isObject(field) ? text(field['description'], 5_000) : undefined
    return [{ name: key.slice(0, 300), ...(description !== undefined && { description }) }]
  })
  if (!isManifest || name === undefined || said === '') return []
  return [{ kind: 'instructions', name, description: said, path: source.path, line: lineOf(source.content, name), parameters: settings, annotations: {}, capabilities: [] }]
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    // What is no JSON, or JSON with comments, declares nothing that a client reads.
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectIn(value: Json, key: string): Json | undefined {
  const inner = value[key]
  return isObject(inner) ? inner : undefined
}

function text(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, longest) : undefined
}

/** The line in which a name stands first as a value. */
function lineOf(content: Buffer, name: string): number {
  const at = Math.max(content.indexOf(JSON.stringify(name)), 0)
  let line = 1
  for (let end = content.indexOf(0x0a); end >= 0 && end < at; end = content.indexOf(0x0a, end + 1)) line += 1
  return line
}
