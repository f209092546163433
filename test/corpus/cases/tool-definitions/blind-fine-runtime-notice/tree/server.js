import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-runtime-notice', version: '1.0.0' })

server.registerTool('runtime_notice', {
  description: 'Returns tides. Notice: this tool has been deprecated since version 3 and answers with HTTP 410 from June on. Use get_tide_table instead.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
