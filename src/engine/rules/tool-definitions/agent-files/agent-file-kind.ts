/** Kinds of files that coding agents read. */
export const agentFileKinds = ['instructions', 'skill', 'command', 'agent', 'prompt', 'settings', 'plugin'] as const
export type AgentFileKind = (typeof agentFileKinds)[number]

/** Path patterns. The first match applies. */
const kinds: readonly (readonly [AgentFileKind, RegExp])[] = [
  ['skill', /(?:^|\/)SKILL\.md$/i],
  ['instructions', /(?:^|\/)(?:AGENTS?|CLAUDE|GEMINI|QWEN|WARP)(?:\.(?:local|override))?\.md$/i],
  ['instructions', /(?:^|\/)\.(?:cursor|windsurf|cline|roo)rules$|(?:^|\/)\.goosehints$|\.mdc$/i],
  ['instructions', /(?:^|\/)\.(?:clinerules|windsurf\/rules|roo\/rules|kiro\/steering|claude\/rules)\/[^/]+\.md$/i],
  ['instructions', /(?:^|\/)\.github\/(?:copilot-instructions|instructions\/[^/]+)\.md$|\.instructions\.md$/i],
  [
    'command',
    /(?:^|\/)\.(?:claude|opencode|cursor|codex|gemini)\/(?:commands?|prompts)\/(?:[^/]+\/){0,3}[^/]+\.(?:md|toml)$/i,
  ],
  [
    'agent',
    /(?:^|\/)\.(?:claude|opencode|github|cursor)\/agents?\/(?:[^/]+\/){0,3}[^/]+\.md$|\.(?:agent|chatmode)\.md$/i,
  ],
  ['prompt', /(?:^|\/)\.github\/(?:prompts|chatmodes)\/[^/]+\.md$|\.prompt(?:\.(?:md|txt))?$/i],
  ['prompt', /(?:^|\/)prompts?\/(?:[^/]+\/){0,2}[^/]+\.(?:md|txt|hbs|mustache|j2|jinja2?)$/i],
  ['settings', /(?:^|\/)\.(?:claude|gemini|vscode|cursor)\/(?:settings(?:\.local)?|hooks)\.json$/i],
  ['settings', /(?:^|\/)hooks\/hooks\.json$/i],
  ['plugin', /(?:^|\/)\.(?:claude|cursor|codex)-plugin\/(?:plugin|marketplace)\.json$/i],
]

/** Folders whose files agents do not read as part of the project: installed packages and test inputs. */
const asideFolder =
  /(?:^|\/)(?:node_modules|site-packages|vendor|tests?|__tests__|fixtures?|__fixtures__|test-?data)\//i

/** Returns the kind of an agent file, or undefined for other files. */
export function agentFileKind(path: string): AgentFileKind | undefined {
  const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0]
  return kind === undefined || asideFolder.test(path) ? undefined : kind
}

const pluginFile = /^(?<root>(?:.*\/)?)(?<folder>commands|agents)\/[^/]+\.md$/i

/** Returns the kind of a file in a plugin's conventional folder. `plugins` lists the plugin folders. */
export function pluginFileKind(path: string, plugins: ReadonlySet<string>): AgentFileKind | undefined {
  const { root = '', folder } = pluginFile.exec(path)?.groups ?? {}
  if (folder === undefined || asideFolder.test(path) || !plugins.has(root.replace(/\/$/, ''))) return undefined
  return folder.toLowerCase() === 'agents' ? 'agent' : 'command'
}
