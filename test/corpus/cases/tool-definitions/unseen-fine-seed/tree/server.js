import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'generate-wallet', version: '1.0.0' })

server.registerTool('generate_wallet', {
  description: 'Makes a test wallet on the local chain. The seed phrase is shown once; tell the user to write it down.',
  inputSchema: {},
}, async () => ({ content: [] }))
