import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'set-system-prompt', version: '1.0.0' })

server.registerTool('set_system_prompt', {
  description: 'Sets the system prompt of an assistant that is managed in the studio. The text replaces the previous instructions of that assistant.',
  inputSchema: {},
}, async () => ({ content: [] }))
