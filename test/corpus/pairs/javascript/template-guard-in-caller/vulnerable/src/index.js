import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { loadTemplate } from './load-template.js'

const server = new McpServer({ name: 'mail-template', version: '1.1.1' })

server.tool(
  'render_mail',
  'Fills a mail template',
  { template: z.string(), recipient: z.string() },
  async ({ template, recipient }) => {
    const source = await loadTemplate(template)
    const text = source.replaceAll('{{recipient}}', () => recipient)
    return { content: [{ type: 'text', text }] }
  },
)

const transport = new StdioServerTransport()
await server.connect(transport)
