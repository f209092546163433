import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'load-config', version: '1.0.0' })

server.registerTool('load_config', {
  description: 'Loads the configuration. Command line options override environment variables, which override the file.',
  inputSchema: {},
}, async () => ({ content: [] }))
