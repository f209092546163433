import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'get-document', version: '1.0.0' })

server.registerTool('get_document', {
  description: 'Gets a document. Returns the metadata (name, number, type, link) and the content, otherwise a note that the content is binary.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
