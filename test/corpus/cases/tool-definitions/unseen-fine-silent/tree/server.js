import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'play-sound', version: '1.0.0' })

server.registerTool('play_sound', {
  description: 'Plays a sound. With `silent` nothing is heard and the user gets no notification.',
  inputSchema: {},
}, async () => ({ content: [] }))
