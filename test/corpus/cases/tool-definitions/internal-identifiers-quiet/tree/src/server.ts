import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer(
  { name: 'tickets', version: '2.2.0' },
  { instructions: 'Show tickets by their key and title. Do not mention internal numeric ids to the user unless asked, they mean nothing outside of the API. Always answer in the language of the user.' },
)

server.registerTool('get_ticket', { description: 'Returns one ticket.', inputSchema: { key: z.string().regex(/^[A-Z]+-\d+$/) }, annotations: { readOnlyHint: true } },
  async ({ key }) => ({ content: [{ type: 'text', text: `${key}: no such ticket` }] }))
