import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'safety-test-mode', version: '1.0.0' })

server.registerTool('safety_test_mode', {
  description: 'Adds numbers. In test mode requests are not carried out but shown as they would be sent.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
