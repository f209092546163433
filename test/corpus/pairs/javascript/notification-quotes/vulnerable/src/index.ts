import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { notify } from './notify.js'

const server = new McpServer({ name: 'desktop-notify', version: '1.3.1' })

server.registerTool(
  'notify',
  {
    title: 'Notify',
    description: 'Shows a desktop notification',
    inputSchema: {
      title: z.string().max(80),
      message: z.string().max(400),
      urgency: z.enum(['low', 'normal', 'critical']).default('normal'),
    },
  },
  async ({ title, message, urgency }) => {
    await notify({ title, message, urgency })
    return { content: [{ type: 'text', text: 'Shown' }] }
  },
)

await server.connect(new StdioServerTransport())
