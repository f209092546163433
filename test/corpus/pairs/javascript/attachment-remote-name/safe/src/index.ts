import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { save } from './save.js'

const server = new McpServer({ name: 'attachment-save', version: '1.0.6' })

server.registerTool(
  'save_attachment',
  { description: 'Saves an attachment by its number', inputSchema: { id: z.number().int().nonnegative() } },
  async ({ id }) => ({ content: [{ type: 'text', text: await save(id) }] }),
)

await server.connect(new StdioServerTransport())
