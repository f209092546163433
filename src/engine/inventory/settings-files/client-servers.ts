import { entriesOf, itemsOf, type Entry, type ScalarValue, textOf, under, type Value } from './value.ts'

/** A server that an MCP client is configured to start or call. */
export interface ClientServer {
  readonly name: string
  readonly entry: Entry
  readonly command: ScalarValue | undefined
  readonly args: readonly ScalarValue[]
  readonly url: ScalarValue | undefined
  /** Its environment variables and headers. */
  readonly settings: readonly Entry[]
}

/**
 * Keys in which clients store servers: Claude, Cursor, and Windsurf; VS Code, in its own file and in settings; Zed;
 * opencode; Codex; Gemini as Claude.
 */
const places: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['servers'],
  ['mcp', 'servers'],
  ['context_servers'],
  ['mcp'],
  ['mcp_servers'],
  ['amp.mcpServers'],
  ['projects'],
]

/** The servers in a client's file. */
export function clientServers({ root }: { readonly root: Value | undefined }): ClientServer[] {
  return places
    .flatMap((keys) => entriesOf(under(root, ...keys)))
    .flatMap((entry) => {
      const { value } = entry
      const command = under(value, 'command')
      // Zed stores the command's parts in a mapping, and opencode stores all of it in a list.
      const [first, ...rest] = command?.kind === 'list' ? scalars(command) : []
      const program = command?.kind === 'mapping' ? under(command, 'path') : command?.kind === 'list' ? first : command
      const url = under(value, 'url') ?? under(value, 'serverUrl') ?? under(value, 'httpUrl')
      if (program === undefined && url === undefined) return []
      const args = [...rest, ...scalars(under(value, 'args') ?? under(command, 'args'))]
      const settings = [value, command].flatMap((holder) =>
        ['env', 'environment', 'headers', 'http_headers'].flatMap((key) => entriesOf(under(holder, key))),
      )
      return [{ name: entry.key, entry, command: scalar(program), args, url: scalar(url), settings }]
    })
}

const scalar = (value: Value | undefined): ScalarValue | undefined => (value?.kind === 'scalar' ? value : undefined)
const scalars = (value: Value | undefined): ScalarValue[] =>
  itemsOf(value).filter((item): item is ScalarValue => textOf(item) !== undefined)
