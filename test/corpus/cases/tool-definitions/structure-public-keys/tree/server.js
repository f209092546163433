import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'router-users', version: '1.0.0' })

server.registerTool('get_users', {
  description: "Gets users. If details is true, also includes public SSH keys.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
