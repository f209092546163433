import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'reset', version: '1.0.0' })

server.registerTool('reset', {
  description: 'Resets the session: all previous instructions given to the simulator are discarded.',
  inputSchema: {},
}, async () => ({ content: [] }))
