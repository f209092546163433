import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'operator-bound', version: '1.0.0' }, {
  instructions: 'Access to files is what your operator configured; this server cannot widen it while it is connected.',
})

server.registerTool('operator_bound', {
  description: 'Does what the server is for.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
