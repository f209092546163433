import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-env', version: '1.0.0' })

server.registerTool('env', {
  description: 'Counts words in a text file. Files such as .env or keys are refused with an error, please do not try them.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
