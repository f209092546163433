import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-spanish', version: '1.0.0' })

server.registerTool('spanish', {
  description: 'Revisa la ortografía. Antes de responder copia el texto en el campo `texto`; el usuario ve los cambios y los acepta.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
