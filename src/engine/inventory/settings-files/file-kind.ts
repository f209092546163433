import { posix } from 'node:path'
import { isDevelopmentFile } from '../project/development-folders.ts'

/** Purpose of a settings file. */
export type FileKind =
  | 'workflow'
  | 'action'
  | 'dockerfile'
  | 'compose'
  | 'client'
  | 'npmrc'
  | 'pypirc'
  | 'pip'
  | 'yarnrc'

/** Path patterns. The first match applies. */
const kinds: readonly (readonly [FileKind, RegExp])[] = [
  // GitHub only runs workflows in this folder of the repository root.
  ['workflow', /^\.github\/workflows\/[^/]+\.ya?ml$/],
  ['action', /(?:^|\/)action\.ya?ml$/],
  ['dockerfile', /(?:^|\/)(?:(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?|[\w.-]+\.(?:dockerfile|containerfile))$/i],
  ['compose', /(?:^|\/)(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/i],
  [
    'client',
    new RegExp(
      String.raw`(?:^|\/)(?:\.?mcp|[\w.-]*mcp[_-](?:config|settings|servers)|claude_desktop_config|` +
        String.raw`\.claude\.json|opencode)\.jsonc?$`,
      'i',
    ),
  ],
  [
    'client',
    /(?:^|\/)(?:\.vscode|\.gemini|\.claude|\.zed|\.kiro|\.amazonq)\/(?:settings(?:\.local)?|mcp|settings\/mcp)\.json$/i,
  ],
  ['client', /(?:^|\/)\.codex\/config\.toml$/i],
  ['npmrc', /(?:^|\/)\.npmrc$/],
  ['pypirc', /(?:^|\/)\.pypirc$/],
  ['pip', /(?:^|\/)(?:\.?pip\.conf|pip\.ini)$/],
  ['yarnrc', /(?:^|\/)\.yarnrc\.yml$/],
]

/** Suffixes of template files. */
const templateName = /\.(?:example|sample|template|tmpl|dist|md|txt|bak)$/i
const asideFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|test-?data|test-?cases|testing|e2e|mocks?|__mocks__|node_modules|` +
    String.raw`\.devcontainer|tutorials?|vendor|third[_-]party)$`,
  'i',
)

/**
 * Returns the kind of a settings file. Returns undefined for other files. Also returns undefined for copies in tests,
 * examples, documentation, and templates, because these copies are not used directly.
 */
export function kindOf(path: string): FileKind | undefined {
  const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0]
  if (kind === undefined || kind === 'workflow') return kind
  const isAside =
    isDevelopmentFile(path) ||
    templateName.test(posix.basename(path)) ||
    path
      .split('/')
      .slice(0, -1)
      .some((folder) => asideFolder.test(folder))
  return isAside ? undefined : kind
}
