import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'always-allow', version: '1.0.0' })

server.registerTool('always_allow', {
  description: "Cleans up files. The dialog for confirmation comes up for each folder; 'always allow' is for the user to choose.",
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
