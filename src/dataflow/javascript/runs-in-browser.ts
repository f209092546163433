import type { SourceImport } from '../source-file.ts'

/** What code of web pages does, and nothing that runs in Node.js. */
const page = /\bdocument\s*\.\s*(?:createElement|querySelector|getElementById|addEventListener|body|head|documentElement)\b/

/** Words of servers: whoever has one of these may be reached by more than a page. */
const server = /\bmodule\.exports\b|\bcreateServer\b|\bsetRequestHandler\b|\bMcpServer\b|\bregisterTool\b|\bStdioServerTransport\b|\bFastMCP\b|\bprocess\s*\.\s*(?:stdin|stdout|argv|exit|binding|getBuiltinModule|mainModule)\b|\bgetBuiltinModule\b|\bcreateRequire\b|\bDeno\b|\bBun\b/

/**
 * Whether a file is a part of a web page, as build tools leave them beside a server: it uses the document and asks for no module but files beside it. Nothing
 * of Node.js is within reach there, so that data can come in by it no more than by a picture.
 */
export function runsInBrowser(text: string, imports: readonly SourceImport[]): boolean {
  return page.test(text) && !server.test(text) && imports.every(({ specifier, kind }) => kind !== 'require' && /^(?:\.{0,2}\/|data:|https?:)/.test(specifier))
}
