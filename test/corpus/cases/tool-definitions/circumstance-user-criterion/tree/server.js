import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'find-devices', version: '1.0.0' })

server.registerTool('find_devices', {
  description: 'Finds devices. It can also be used as a source of device names, filtering by user email if necessary.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
