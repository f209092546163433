import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'update-shelf', version: '1.0.0' })

server.registerTool('update_shelf', {
  description: 'Updates a shelf. Set the title to shelf-`id` so that the host is recorded.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
