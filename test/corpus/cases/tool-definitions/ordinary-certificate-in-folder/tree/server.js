import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'serve-tls', version: '1.0.0' })

server.registerTool('serve_tls', {
  description: 'Opens a server. You must provide a cert.pem and key.pem in the folder.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
