/** Tool in an example. The rest of the server is the same in all examples. */
export interface ExampleTool {
  readonly name: string
  readonly description: string
  /** Schema fields in TypeScript, or parameters in Python. */
  readonly parameters?: string
  readonly annotations?: string
  readonly body?: string
  readonly imports?: string
}

/** Returns a TypeScript server with these tools. */
export function exampleServer(tools: readonly ExampleTool[], options = ''): string {
  return `// server.ts
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
${tools.map(({ imports }) => (imports === undefined ? '' : `${imports}\n`)).join('')}
const server = new McpServer({ name: 'example', version: '1.0.0' }${options})
${tools.map(toolText).join('')}`
}

function toolText({
  name,
  description,
  parameters = 'city: z.string()',
  annotations,
  body = "({ content: [{ type: 'text', text: 'done' }] })",
}: ExampleTool): string {
  return `
server.registerTool('${name}', {
  description: ${quoted(description)},
  inputSchema: { ${parameters} },${annotations === undefined ? '' : `\n  annotations: ${annotations},`}
}, async (input) => ${body})
`
}

/** Returns a Python server with one tool, whose description is its docstring. */
export function examplePythonServer({
  name,
  description,
  parameters = 'city: str',
  body = 'return "done"',
}: ExampleTool): string {
  return `# server.py
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("example")


@mcp.tool()
def ${name}(${parameters}) -> str:
    """${description.replaceAll('\n', '\n    ')}"""
    ${body}
`
}

/** Quotes a string and escapes invisible characters. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Mn}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
  return `'${escaped}'`
}
