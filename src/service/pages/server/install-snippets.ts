/** Command that starts one specific version of an MCP server package. */
export interface PinnedLaunch {
  /** Server name in the client settings. */
  readonly key: string
  readonly command: string
  readonly args: readonly string[]
}

/** Settings or command to copy for one client, or for several clients with the same settings. */
export interface InstallSnippet {
  readonly clients: string
  /** Settings file. Undefined for a command. */
  readonly file: string | undefined
  readonly text: string
}

/** Package to launch. */
export interface LaunchedPackage {
  readonly type: 'npm' | 'pypi'
  readonly name: string
  readonly version: string
  /** Names of the commands installed by the package. */
  readonly bin: readonly string[]
}

const maxCharacters = 214

/** Patterns for names and versions that need no quotes in a shell, in JSON, or in TOML. */
const safeNames = {
  npm: /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/,
  pypi: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
} as const
const safeVersion = /^\d[\w.+-]{0,59}$/
const safeCommand = /^[a-z0-9][\w.-]{0,99}$/i

/**
 * Returns the command that starts exactly this version of a package. Returns undefined if a name is unsafe to copy into
 * a shell, or if the package has several commands, none of them with the package's name.
 */
export function pinnedLaunch({ type, name, version, bin }: LaunchedPackage): PinnedLaunch | undefined {
  const ownName = name.split('/').at(-1) ?? name
  const [only, ...others] = bin
  const command = bin.includes(ownName) ? ownName : others.length === 0 ? only : undefined
  if (
    command === undefined ||
    name.length > maxCharacters ||
    !safeNames[type].test(name) ||
    !safeVersion.test(version) ||
    !safeCommand.test(command)
  )
    return undefined
  const key = ownName.replaceAll(/[^\w-]/g, '-')
  if (type === 'npm') return { key, command: 'npx', args: ['-y', `${name}@${version}`] }
  return {
    key,
    command: 'uvx',
    args: command === name ? [`${name}@${version}`] : ['--from', `${name}==${version}`, command],
  }
}

/** Returns each client's settings for a launch. */
export function installSnippets({ key, command, args }: PinnedLaunch): readonly InstallSnippet[] {
  const line = [command, ...args].join(' ')
  const entry = { command, args }
  return [
    { clients: 'Claude Code', file: undefined, text: `claude mcp add ${key} -- ${line}` },
    {
      clients: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({ mcpServers: { [key]: entry } }),
    },
    { clients: 'Cursor', file: '.cursor/mcp.json', text: json({ mcpServers: { [key]: entry } }) },
    { clients: 'VS Code', file: '.vscode/mcp.json', text: json({ servers: { [key]: { type: 'stdio', ...entry } } }) },
    {
      clients: 'Windsurf',
      file: '.codeium/windsurf/mcp_config.json',
      text: json({ mcpServers: { [key]: entry } }),
    },
    { clients: 'Gemini CLI', file: '.gemini/settings.json', text: json({ mcpServers: { [key]: entry } }) },
    {
      clients: 'Codex',
      file: '.codex/config.toml',
      text: `[mcp_servers.${key}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
    },
    { clients: 'Command line', file: undefined, text: line },
  ]
}

const json = (settings: object) => JSON.stringify(settings, undefined, 2)
