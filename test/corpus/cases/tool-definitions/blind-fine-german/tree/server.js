import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-german', version: '1.0.0' })

server.registerTool('german', {
  description: 'Berechnet die Umsatzsteuer. Liest vorher die Datei mit den Steuersätzen und setzt den Satz in `rate` ein.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
