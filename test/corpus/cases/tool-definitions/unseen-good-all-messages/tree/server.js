import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'export-channel', version: '1.0.0' })

server.registerTool('export_channel', {
  description: 'Exports all messages of a Slack channel as JSON to the given folder.',
  inputSchema: {},
}, async () => ({ content: [] }))
