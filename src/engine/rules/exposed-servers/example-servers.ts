/** Framework import for the examples. A separate constant, so that it is not mistaken for an import in this file. */
export const frameworkImport = "import express from 'express'"

/**
 * Returns a TypeScript server with one tool over HTTP. Inserts `before` before the route, `transport` into the
 * transport options, and `listen` after the port.
 */
export function exampleHttpServer({
  imports = '',
  before = '',
  guards = '',
  transport = '',
  listen = '',
}: {
  readonly imports?: string
  readonly before?: string
  readonly guards?: string
  readonly transport?: string
  readonly listen?: string
}): string {
  return `// server.ts
${frameworkImport}
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
${imports}
const notes: string[] = []

function noteServer() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool('add_note', { inputSchema: { text: z.string() } }, async ({ text }) => {
    notes.push(text)
    return { content: [{ type: 'text', text: 'done' }] }
  })
  return server
}

const app = express()
${before}
app.post('/mcp', ${guards}express.json(), async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined${transport} })
  await noteServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(3000${listen})
`
}

/**
 * Returns a Python server with one tool. `server` holds the constructor arguments, and `run` the statement that starts
 * the server.
 */
export function examplePythonServer({
  imports = '',
  server = '',
  before = '',
  run = 'mcp.run(transport="streamable-http")',
}: {
  readonly imports?: string
  readonly server?: string
  readonly before?: string
  readonly run?: string
}): string {
  return `# server.py
from mcp.server.fastmcp import FastMCP
${imports}
mcp = FastMCP("notes"${server})
notes: list[str] = []


@mcp.tool()
def add_note(text: str) -> int:
    """Adds a note."""
    notes.append(text)
    return len(notes)

${before}
if __name__ == "__main__":
    ${run}
`
}

/** Returns a TypeScript server over standard input and output. `before` runs in its tool, which returns `text`. */
export function exampleToolServer(before: string, text: string): string {
  return `// server.ts
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const server = new McpServer({ name: 'state', version: '1.0.0' })
server.registerTool('state', { description: 'State of the server' }, async () => {
  ${before}
  return { content: [{ type: 'text', text: ${text} }] }
})
await server.connect(new StdioServerTransport())
`
}

/** Lines that read a key from the request and compare it. */
export const keyCheck = `
const key = process.env.NOTES_KEY
if (!key) throw new Error('NOTES_KEY is required')
const digest = (text: string) => createHash('sha256').update(text).digest()
app.use((req, res, next) => {
  if (timingSafeEqual(digest(req.get('x-api-key') ?? ''), digest(key))) next()
  else res.sendStatus(401)
})
`
export const keyImports = "import { createHash, timingSafeEqual } from 'node:crypto'\n"
