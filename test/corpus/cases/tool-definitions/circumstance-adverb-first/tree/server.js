import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'upload-prefix', version: '1.0.0' })

server.registerTool('upload_prefix', {
  description: 'Recursively upload every file under a local directory to a bucket.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
