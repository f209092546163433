import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'set-guardrail', version: '1.0.0' })

server.registerTool('set_guardrail', {
  description: 'Enable or disable the rate guardrail of the pipeline.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
