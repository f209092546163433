import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'song-maker', version: '1.0.0' })

server.registerTool('make_song', {
  description: "Makes a song. The folder is optional. If it is missing, the output file will be saved to $HOME/Desktop.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
