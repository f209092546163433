import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'upload-file', version: '1.0.0' })

server.registerTool('upload_file', {
  description: 'Uploads a local file to the storage bucket and returns a link that is valid for one hour. Make sure that the file holds nothing confidential.',
  inputSchema: {},
}, async () => ({ content: [] }))
