/** Variable parts of an example server. */
export interface ExampleTool {
  readonly tool: string
  readonly argument: string
  readonly imports: string
  /** Lines of the tool function. In JavaScript, they define `text` if the tool returns it. */
  readonly body: string
  /** JavaScript schema for the argument. */
  readonly schema?: string
}

/** Returns a TypeScript server with one tool. */
export function exampleTool({ tool, argument, imports, body, schema = 'z.string()' }: ExampleTool): string {
  return `// server.ts
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
${imports}

const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('${tool}', { inputSchema: { ${argument}: ${schema} } }, async ({ ${argument} }) => {
${indented(body, 2)}
  return { content: [{ type: 'text', text${/\btext = /.test(body) ? '' : ": 'done'"} }] }
})

await server.connect(new StdioServerTransport())
`
}

/** Returns a Python server with one tool. `argument` includes its type. */
export function examplePythonTool({ tool, argument, imports, body }: ExampleTool): string {
  return `# server.py
${imports}
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("example")


@mcp.tool()
def ${tool}(${argument}) -> str:
${indented(body, 4)}


mcp.run()
`
}

/** Returns a Python server with one route. `body` can use `request`. */
export function examplePythonRoute({
  path,
  imports,
  body,
}: {
  readonly path: string
  readonly imports: string
  readonly body: string
}): string {
  return `# server.py
from starlette.applications import Starlette
${imports}
from starlette.routing import Route


async def answer(request):
${indented(body, 4)}


app = Starlette(routes=[Route("${path}", answer)])
`
}

/** Returns a TypeScript server with one route. `body` can use `request` and `reply`. */
export function exampleRoute({ path, body }: { readonly path: string; readonly body: string }): string {
  return `// server.ts
import Fastify from 'fastify'

const app = Fastify()

app.get('${path}', async (request, reply) => {
${indented(body, 2)}
})

await app.listen({ port: 3000, host: '127.0.0.1' })
`
}

function indented(lines: string, spaces: number): string {
  return lines.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))
}
