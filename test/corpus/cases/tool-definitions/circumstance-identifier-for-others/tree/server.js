import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'list-vaults', version: '1.0.0' })

server.registerTool('list_vaults', {
  description: 'Lists vaults. Use vault IDs when calling other tools that require a vault parameter; they must match.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
