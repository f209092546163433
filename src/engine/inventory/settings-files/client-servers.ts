import { entriesOf, itemsOf, type Entry, type ScalarValue, textOf, under, type Value } from './value.ts'

/** Server that an MCP client is configured to start or call. */
export interface ClientServer {
  readonly name: string
  readonly entry: Entry
  readonly command: ScalarValue | undefined
  readonly args: readonly ScalarValue[]
  readonly url: ScalarValue | undefined
  /** The server's environment variables and headers. */
  readonly settings: readonly Entry[]
  /** Working directory of the command. */
  readonly workingFolder: ScalarValue | undefined
  /** Project folder for which Claude Code stores the server in the user's settings. */
  readonly project: string | undefined
  /** True if the client neither starts nor calls the server. */
  readonly isDisabled: boolean
}

/**
 * Keys that clients use for servers: Claude, Cursor, and Windsurf; VS Code, in its own file and in settings; Zed;
 * opencode; Codex; Goose; Amp. Gemini uses the same key as Claude.
 */
export const serverPlaces: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['servers'],
  ['mcp', 'servers'],
  ['context_servers'],
  ['mcp'],
  ['mcp_servers'],
  ['extensions'],
  ['amp.mcpServers'],
]

/** Keys for a server's environment variables, and for the headers of requests to it. */
const settingKeys = ['env', 'envs', 'environment', 'headers', 'http_headers']

/** Returns the servers in a client's configuration file. */
export function clientServers({ root }: { readonly root: Value | undefined }): ClientServer[] {
  const ofUser = serverPlaces.flatMap((keys) => serversIn(under(root, ...keys), undefined))
  const ofProjects = entriesOf(under(root, 'projects')).flatMap(({ key, value }) =>
    serversIn(under(value, 'mcpServers'), key),
  )
  return [...ofUser, ...ofProjects]
}

function serversIn(servers: Value | undefined, project: string | undefined): ClientServer[] {
  return namedEntries(servers).flatMap((entry) => {
    const { value } = entry
    const command = under(value, 'command') ?? under(value, 'cmd')
    // In Zed, the parts of the command are in a mapping. In opencode, the whole command is a list.
    const [first, ...rest] = command?.kind === 'list' ? scalars(command) : []
    const program = command?.kind === 'mapping' ? under(command, 'path') : command?.kind === 'list' ? first : command
    const url = ['url', 'serverUrl', 'httpUrl', 'uri'].map((key) => under(value, key)).find((found) => found)
    if (program === undefined && url === undefined) return []
    return [
      {
        name: entry.key,
        entry,
        command: scalar(program),
        args: [...rest, ...scalars(under(value, 'args') ?? under(command, 'args'))],
        url: scalar(url),
        settings: [value, command].flatMap((holder) => settingKeys.flatMap((key) => entriesOf(under(holder, key)))),
        workingFolder: scalar(under(value, 'cwd')),
        project,
        isDisabled: textOf(under(value, 'disabled')) === 'true' || textOf(under(value, 'enabled')) === 'false',
      },
    ]
  })
}

/** Returns the entries in a mapping, or in a list of named items, as in Continue. */
function namedEntries(servers: Value | undefined): readonly Entry[] {
  if (servers?.kind !== 'list') return entriesOf(servers)
  return servers.items.flatMap((value): Entry[] => {
    const key = textOf(under(value, 'name'))
    return key === undefined ? [] : [{ key, value, offset: value.offset }]
  })
}

const scalar = (value: Value | undefined): ScalarValue | undefined => (value?.kind === 'scalar' ? value : undefined)
const scalars = (value: Value | undefined): ScalarValue[] =>
  itemsOf(value).filter((item): item is ScalarValue => textOf(item) !== undefined)
