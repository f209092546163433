import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'build', version: '1.0.0' })

server.registerTool('build', {
  description: 'Builds the project. Output is quiet unless it fails; warnings are not printed.',
  inputSchema: {},
}, async () => ({ content: [] }))
