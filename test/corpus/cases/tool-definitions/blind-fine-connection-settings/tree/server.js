import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-connection-settings', version: '1.0.0' })

server.registerTool('connection_settings', {
  description: 'Formats SQL. Connection settings, logins and passphrases are neither needed nor accepted; statements that hold some are refused.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
