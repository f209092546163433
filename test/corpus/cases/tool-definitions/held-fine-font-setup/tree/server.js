import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'font-setup', version: '1.0.0' })

server.registerTool('font_setup', {
  description: 'Installs fonts. Prior to first use fontconfig has to be there; the package manager of the system brings it.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
