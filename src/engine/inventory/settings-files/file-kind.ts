import { posix } from 'node:path'
import { isDevelopmentFile } from '../project/development-folders.ts'

/** What a file of settings is for. */
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

/** By what the end of a path says; the first that fits counts. */
const kinds: readonly (readonly [FileKind, RegExp])[] = [
  // GitHub runs workflows of the root only.
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

/** Copies to fill in, by their ends. */
const templateName = /\.(?:example|sample|template|tmpl|dist|md|txt|bak)$/i
const asideFolder = new RegExp(
  String.raw`^(?:templates?|boilerplates?|test-?data|test-?cases|testing|e2e|mocks?|__mocks__|node_modules|` +
    String.raw`\.devcontainer|tutorials?|vendor|third[_-]party)$`,
  'i',
)

/**
 * The kind of a file; undefined for what is none of them, and for copies in tests, examples, documentation and
 * templates, which nobody runs as they are.
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
