import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'icon-ref', version: '1.0.0' })

server.registerTool('icon_ref', {
  description: 'Fetches an icon for the weather. Append the code of the icon, URL-encoded, to the address.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
