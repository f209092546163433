import type { SourceImport } from '../../source-file.ts'
import type { SyntaxNode } from './parse-javascript.ts'
import { isNode, walkTree } from './walk-tree.ts'

/** Members of `document` that web pages use but no Node.js code does. */
const ofDocument: ReadonlySet<unknown> = new Set([
  'createElement',
  'querySelector',
  'getElementById',
  'addEventListener',
  'body',
  'head',
  'documentElement',
])

/** Words that indicate a server, which can be reached from outside a page. */
const server = new RegExp(
  String.raw`\bmodule\.exports\b|\bcreateServer\b|\bMcpServer\b|\bStdioServerTransport\b|\bFastMCP\b|` +
    String.raw`\bprocess\s*\.\s*(?:stdin|stdout|argv|exit|binding|getBuiltinModule|mainModule)\b|` +
    String.raw`\bgetBuiltinModule\b|\bcreateRequire\b|\bDeno\b|\bBun\b`,
)

/**
 * Server words that also occur in pages that a client shows in a frame. Such a page speaks the protocol with the client
 * and accesses the parent of its frame.
 */
const either = /\bsetRequestHandler\b|\bregisterTool\b/

/**
 * True if a file is part of a web page, which build tools may place next to a server: it uses `document` and imports
 * only adjacent files. Such a file cannot reach Node.js modules, so it is not an entry point for untrusted input.
 * Comments and strings are ignored, because servers generate pages.
 */
export function runsInBrowser(program: object, text: string, imports: readonly SourceImport[]): boolean {
  if (!/\bdocument\b/.test(text) || server.test(text) || !imports.every(isOfPage)) return false
  const { document, frame, anyModule } = partsOf(program)
  return document && (!either.test(text) || (frame && !anyModule))
}

/**
 * True for an adjacent file and for `util`, which is harmless and which well-known libraries try to load on any
 * platform.
 */
function isOfPage({ specifier, kind }: SourceImport): boolean {
  return kind === 'require' ? specifier === 'util' : /^(?:\.{0,2}\/|data:|https?:)/.test(specifier)
}

interface PageParts {
  document: boolean
  /** True if the code accesses the parent of its frame. */
  frame: boolean
  /** True if the code loads a module by a computed name, which may be any module. */
  anyModule: boolean
}

function partsOf(program: object): PageParts {
  const parts: PageParts = { document: false, frame: false, anyModule: false }
  if (!isNode(program)) return parts
  walkTree(
    program,
    (node) => {
      if (node.type === 'MemberExpression') {
        if (ofDocument.has(memberOf(node))) parts.document ||= isNamed(node['object'], 'document')
        else if (memberOf(node) === 'parent') parts.frame ||= isNamed(node['object'], 'window')
      } else if (node.type === 'ImportExpression') parts.anyModule ||= !isText(node['source'])
      else if (node.type === 'CallExpression' && isNamed(node['callee'], 'require'))
        parts.anyModule ||= !Array.isArray(node['arguments']) || !isText(node['arguments'][0])
    },
    () => true,
  )
  return parts
}

/** Returns the name after the dot, or undefined for brackets. */
function memberOf(node: SyntaxNode): unknown {
  return node['computed'] !== true && isNode(node['property']) ? node['property']['name'] : undefined
}

/** True for a variable or property with this name, such as `document` or `window.document`. */
function isNamed(node: unknown, name: string): boolean {
  return (
    isNode(node) &&
    (node.type === 'Identifier' ? node['name'] === name : node.type === 'MemberExpression' && memberOf(node) === name)
  )
}

const isText = (node: unknown) => isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
