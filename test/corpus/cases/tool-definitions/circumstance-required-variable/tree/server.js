import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'show-contract', version: '1.0.0' })

server.registerTool('show_contract', {
  description: 'Shows a contract.',
  inputSchema: { text: z.string(), load: z.string().describe("Set to 'true' to load the details automatically (requires CHAIN_API_KEY)") },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
