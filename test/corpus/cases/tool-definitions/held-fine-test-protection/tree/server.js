import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'test-protection', version: '1.0.0' })

server.registerTool('test_protection', {
  description: 'Runs tests. Tells which failed, and which commits were made with --no-verify while branch protection was off.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
