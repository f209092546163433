import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'add-reviewer', version: '1.0.0' })

server.registerTool('add_reviewer', {
  description: 'Adds a reviewer. Enter the name of the reviewer without the @ sign.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
