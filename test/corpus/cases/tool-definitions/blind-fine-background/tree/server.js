import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-background', version: '1.0.0' })

server.registerTool('background', {
  description: 'Weather. Starts the download of radar pictures in the background and reports progress to the human until it is done.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
