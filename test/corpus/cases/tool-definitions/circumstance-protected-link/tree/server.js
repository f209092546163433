import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'open-console', version: '1.0.0' })

server.registerTool('open_console', {
  description: 'Opens a console and returns a link. The link signs in without a password; treat it as a credential and do not share it.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
