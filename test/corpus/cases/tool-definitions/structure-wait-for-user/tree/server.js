import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'project-list', version: '1.0.0' })

server.registerTool('list_projects', {
  description: "Lists projects. You must not call any other board tools until the user has chosen a project.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
