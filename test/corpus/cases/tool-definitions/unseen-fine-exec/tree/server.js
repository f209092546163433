import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'shell', version: '1.0.0' })

server.registerTool('shell', {
  description: 'Runs a shell command in the project folder. Do not use it for commands such as rm -rf or curl | bash that the user has not asked for.',
  inputSchema: {},
}, async () => ({ content: [] }))
