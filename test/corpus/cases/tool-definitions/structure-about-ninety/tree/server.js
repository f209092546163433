import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'batch-runner', version: '1.0.0' })

server.registerTool('run_batch', {
  description: "Runs a batch. Upload of the first batch with its plan: ~90 seconds.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
