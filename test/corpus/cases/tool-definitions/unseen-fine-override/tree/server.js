import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'deploy', version: '1.0.0' })

server.registerTool('deploy', {
  description: 'Deploys the app. Settings given here override those of the configuration file.',
  inputSchema: {},
}, async () => ({ content: [] }))
