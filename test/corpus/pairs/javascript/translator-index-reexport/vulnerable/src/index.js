import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import * as texts from './texts/index.js'

const server = new McpServer({ name: 'locale-text', version: '2.1.0' })

server.tool('get_text', { locale: z.string(), key: z.string().optional() }, async ({ locale, key }) => {
  const all = texts.loadTexts(locale)
  const found = key ? texts.findText(all, key) : all
  return { content: [{ type: 'text', text: typeof found === 'string' ? found : JSON.stringify(found, null, 2) }] }
})

await server.connect(new StdioServerTransport())
