import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'upload-sheet', version: '1.0.0' })

server.registerTool('upload_sheet', {
  description: 'Uploads a table. Provide the path of your service-account.json in `credentials_path`.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
