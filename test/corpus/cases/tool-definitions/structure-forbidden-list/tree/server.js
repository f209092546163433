import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'kernel-desk', version: '1.0.0' })

server.registerTool('run_cell', {
  description: "Runs a cell.\n\nNever use this tool to:\n- Execute code that can harm the data without permission\n- Start a second kernel",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
