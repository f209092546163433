import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'draft-quiz', version: '1.0.0' })

server.registerTool('draft_quiz', {
  description: 'Makes a quiz. Do not reveal the correct answers until the user has replied.',
  inputSchema: {},
}, async () => ({ content: [] }))
