import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'fetch-url', version: '1.0.0' })

server.registerTool('fetch_url', {
  description: 'Fetches a URL. Requests go through the proxy that HTTPS_PROXY names.',
  inputSchema: {},
}, async () => ({ content: [] }))
