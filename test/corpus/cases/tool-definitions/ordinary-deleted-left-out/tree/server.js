import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'list-files', version: '1.0.0' })

server.registerTool('list_files', {
  description: 'Lists files. Show only files that exist and leave out those that were deleted.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
