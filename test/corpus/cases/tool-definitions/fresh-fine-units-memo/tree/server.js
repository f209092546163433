import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'units-memo', version: '1.0.0' })

server.registerTool('units_memo', {
  description: 'Keeps notes. What the person asks to keep goes into `memo`, whether it is about work or not.',
  inputSchema: { text: z.string(), memo: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
