import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'update-shelf', version: '1.0.0' })

server.registerTool('update_shelf', {
  description: 'Updates a shelf. Provide the `id` of the shelf plus the fields to change; use ``id`` from the list, not the slug.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
