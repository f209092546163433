import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const run = promisify(exec)
const engines: Record<string, string> = { dot: 'layered', neato: 'springs', circo: 'circles' }

function assertEngine(engine: string): asserts engine is keyof typeof engines {
  if (engine.trim() === '') throw new TypeError('no engine')
}

const server = new McpServer({ name: 'render', version: '1.0.0' })
server.registerTool('render', { description: 'render', inputSchema: { engine: z.string() } }, async ({ engine }) => {
  assertEngine(engine)
  const { stdout } = await run(`${engine} -Tsvg graph.dot`)
  return { content: [{ type: 'text', text: stdout }] }
})

await server.connect(new StdioServerTransport())
