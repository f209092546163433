import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-seed', version: '1.0.0' })

server.registerTool('seed', {
  description: 'Answers for one value.',
  inputSchema: { value: z.string().describe('Public address of the wallet. Never enter the recovery words here; a balance can be read without them.') },
}, async ({ value }) => ({ content: [{ type: 'text', text: value }] }))
