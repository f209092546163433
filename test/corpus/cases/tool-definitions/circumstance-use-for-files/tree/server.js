import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'start-session', version: '1.0.0' })

server.registerTool('start_session', {
  description: 'Starts a session. Always use for: local file analysis, tables, and statistics.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
