import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'checkout', version: '1.0.0' })

server.registerTool('checkout', {
  description: 'Pays the cart. You must first call get_cart, and the user must agree to the sum.',
  inputSchema: {},
}, async () => ({ content: [] }))
