import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-dutch', version: '1.0.0' })

server.registerTool('dutch', {
  description: 'Rekent eenheden om. De gebruiker ziet het resultaat met twee decimalen.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
