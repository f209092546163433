import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'issues-linear', version: '1.0.0' })
server.registerTool('get_issue', { description: 'Returns an issue of Linear.', inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } },
  async ({ id }) => ({ content: [{ type: 'text', text: id }] }))
await server.connect(new StdioServerTransport())
