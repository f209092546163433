import type { SourceImport } from '../../source-file.ts'
import type { SyntaxNode } from './parse-javascript.ts'
import { isNode, walkTree } from './walk-tree.ts'

/** What code of web pages does with the document, and nothing that runs in Node.js. */
const ofDocument: ReadonlySet<unknown> = new Set([
  'createElement',
  'querySelector',
  'getElementById',
  'addEventListener',
  'body',
  'head',
  'documentElement',
])

/** Words of servers: whoever has one of these may be reached by more than a page. */
const server = new RegExp(
  String.raw`\bmodule\.exports\b|\bcreateServer\b|\bMcpServer\b|\bStdioServerTransport\b|\bFastMCP\b|` +
    String.raw`\bprocess\s*\.\s*(?:stdin|stdout|argv|exit|binding|getBuiltinModule|mainModule)\b|` +
    String.raw`\bgetBuiltinModule\b|\bcreateRequire\b|\bDeno\b|\bBun\b`,
)

/**
 * Words of servers that pages have as well which a client shows in a frame and talks the protocol with; such a page
 * asks for what is around the frame.
 */
const either = /\bsetRequestHandler\b|\bregisterTool\b/

/**
 * Whether a file is a part of a web page, as build tools leave them beside a server: it uses the document and asks for
 * no module but files beside it. Nothing of Node.js is within reach there, so that data can come in by it no more than
 * by a picture. What comments and texts say of a page counts for nothing: servers write pages.
 */
export function runsInBrowser(program: object, text: string, imports: readonly SourceImport[]): boolean {
  if (!/\bdocument\b/.test(text) || server.test(text) || !imports.every(isOfPage)) return false
  const { document, frame, anyModule } = partsOf(program)
  return document && (!either.test(text) || (frame && !anyModule))
}

/** A file beside it, or what a well-known library looks for wherever it runs, and nobody can do harm with. */
function isOfPage({ specifier, kind }: SourceImport): boolean {
  return kind === 'require' ? specifier === 'util' : /^(?:\.{0,2}\/|data:|https?:)/.test(specifier)
}

interface PageParts {
  document: boolean
  /** It asks for what is around its frame. */
  frame: boolean
  /** It asks for a module whose name is put together, which may be any. */
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

/** The name after the point; undefined in brackets. */
function memberOf(node: SyntaxNode): unknown {
  return node['computed'] !== true && isNode(node['property']) ? node['property']['name'] : undefined
}

/** A variable by this name, or what something has by it: `document`, `window.document`. */
function isNamed(node: unknown, name: string): boolean {
  return (
    isNode(node) &&
    (node.type === 'Identifier' ? node['name'] === name : node.type === 'MemberExpression' && memberOf(node) === name)
  )
}

const isText = (node: unknown) => isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
