import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-cookie', version: '1.0.0' })

server.registerTool('cookie', {
  description: 'Answers for one value.',
  inputSchema: { value: z.string().describe('Session ticket as returned by `login`. Cookies of the browser are not read.') },
}, async ({ value }) => ({ content: [{ type: 'text', text: value }] }))
