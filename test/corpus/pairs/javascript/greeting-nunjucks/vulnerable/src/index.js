import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import nunjucks from 'nunjucks'
import { z } from 'zod'

const environment = new nunjucks.Environment(null, { autoescape: true })
const frame = 'Dear {{ name }},\n\n{{ text }}\n\nYours'

function letter(text, name) {
  return environment.renderString(`Dear {{ name }},\n\n${text}\n\nYours`, { name })
}

const server = new McpServer({ name: 'letters', version: '1.1.0' })

server.registerTool('letter', { description: 'Writes a letter', inputSchema: { text: z.string().max(4000), name: z.string().max(80) } }, async ({ text, name }) => ({
  content: [{ type: 'text', text: letter(text, name) }],
}))

await server.connect(new StdioServerTransport())
