import type { Entry, Reading, Value } from '../../engine/inventory/settings-files/value.ts'
import { UnreadableManifest } from '../../engine/inventory/unreadable-manifest.ts'
import { parseXml, type XmlElement } from '../../engine/inventory/syntax/xml.ts'

/** Components in which AI Assistant stores IDE and project servers. */
const components = new Set(['McpApplicationServerCommands', 'McpProjectServerCommands'])

/**
 * Parses a JetBrains settings file. Returns its servers in the same form as for other clients. Finds options by name at
 * any depth, because the entry structure differs between versions.
 */
export function readJetbrains(text: string): Reading {
  try {
    const root = parseXml(text)
    const entries = root.children
      .filter(({ name, attributes }) => name === 'component' && components.has(attributes.get('name') ?? ''))
      .flatMap(({ children }) => children)
      .flatMap((child) => (child.name === 'commands' || child.name === 'urls' ? child.children : [child]))
      .flatMap(serverOf)
    return { value: mapping([{ key: 'mcpServers', value: mapping(entries), offset: 0 }]), isCut: false }
  } catch (error) {
    if (error instanceof UnreadableManifest) return { value: undefined, isCut: false }
    throw error
  }
}

function serverOf(element: XmlElement): readonly Entry[] {
  const options = new Map<string, string>()
  const settings: Entry[] = []
  collect(element, false, { options, settings })
  const name = options.get('name')
  if (name === undefined) return []
  const fields = [
    ['command', options.get('programPath') ?? options.get('command')],
    ['url', options.get('url') ?? options.get('serverUrl')],
    ['cwd', options.get('workingDirectory')],
    ['enabled', options.get('enabled')],
  ] as const
  const entries = fields.flatMap(([key, text]): Entry[] => (text ? [{ key, value: scalar(text), offset: 0 }] : []))
  const args: Value = {
    kind: 'list',
    items: (options.get('arguments') ?? '').split(/\s+/).flatMap((word) => (word === '' ? [] : [scalar(word)])),
    offset: 0,
  }
  entries.push({ key: 'args', value: args, offset: 0 })
  return [{ key: name, value: mapping([...entries, { key: 'env', value: mapping(settings), offset: 0 }]), offset: 0 }]
}

/** Collects an entry's options, and the names and values of its environment variables and headers. */
function collect(
  { name, attributes, children }: XmlElement,
  isSettings: boolean,
  into: { readonly options: Map<string, string>; readonly settings: Entry[] },
): void {
  const key = attributes.get('name') ?? attributes.get('key')
  const value = attributes.get('value')
  if (key !== undefined && value !== undefined) {
    if (isSettings) into.settings.push({ key, value: scalar(value), offset: 0 })
    else if (!into.options.has(key)) into.options.set(key, value)
  }
  const holdsSettings = /^(?:envs?|environment|headers)$/.test(name === 'option' ? (key ?? '') : name)
  for (const child of children) collect(child, isSettings || holdsSettings, into)
}

const scalar = (text: string): Value => ({ kind: 'scalar', text, offset: 0 })
const mapping = (entries: readonly Entry[]): Value => ({ kind: 'mapping', entries, offset: 0 })
