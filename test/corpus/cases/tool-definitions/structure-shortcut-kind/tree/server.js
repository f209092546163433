import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'cell-book', version: '1.0.0' })

server.registerTool('insert_cell', {
  description: "Insert a cell and return its output. It is a shortcut tool that you can use after the sheet is open.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
