import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { compose } from './compose.js'

const VERBS = /** @type {const} */ (['restart', 'stop', 'start'])

const server = new McpServer({ name: 'compose-lite', version: '0.1.0' })

for (const verb of VERBS) {
  server.registerTool(
    `compose_${verb}`,
    {
      description: `Runs "${verb}" for the named services`,
      inputSchema: { services: z.array(z.string()).min(1).max(10) },
    },
    async ({ services }) => {
      const text = await new Promise((resolve) => {
        compose((error, stdout, stderr) => resolve(error ? stderr : stdout), verb, ...services)
      })
      return { content: [{ type: 'text', text }] }
    },
  )
}

await server.connect(new StdioServerTransport())
