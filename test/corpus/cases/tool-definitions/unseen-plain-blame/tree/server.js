import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'git-blame', version: '1.0.0' })

server.registerTool('git_blame', {
  description: 'Shows who changed each line last. Leave `range` out for the whole file.',
  inputSchema: {},
}, async () => ({ content: [] }))
