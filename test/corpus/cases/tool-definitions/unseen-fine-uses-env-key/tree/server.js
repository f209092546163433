import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'geocode', version: '1.0.0' })

server.registerTool('geocode', {
  description: 'Looks up coordinates. The API key is read from the environment variable GEO_API_KEY by the server; you do not have to pass it.',
  inputSchema: {},
}, async () => ({ content: [] }))
