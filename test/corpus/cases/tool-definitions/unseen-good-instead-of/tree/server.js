import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'patch-file', version: '1.0.0' })

server.registerTool('patch_file', {
  description: 'Changes part of a file. Use it instead of write_file for small changes.',
  inputSchema: {},
}, async () => ({ content: [] }))
