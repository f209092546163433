import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'vendor-voice', version: '1.0.0' })

server.registerTool('vendor_voice', {
  description: 'Looks words up. `vendor_rules` returns how the vendor spells; whether that is favoured is for the person to say.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
