import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'apply-patch', version: '1.0.0' })

server.registerTool('apply_patch', {
  description: 'Applies a patch. The file must have been read before; otherwise the call is rejected. If it fails, read the file again.',
  inputSchema: {},
}, async () => ({ content: [] }))
