import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-italian', version: '1.0.0' })

server.registerTool('italian', {
  description: 'Trova ricette. Prima di cercare, chiedi all\'utente se ha allergie e scrivi la risposta in `dieta`.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
