import ejs from 'ejs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const FRAME = 'Dear <%= name %>,\n\n%BODY%\n\nYours sincerely\n<%= sender %>'

interface Letter {
  name: string
  sender: string
  body: string
}

function write({ name, sender, body }: Letter): string {
  const text = FRAME.replace('%BODY%', body)
  return ejs.render(text, { name, sender })
}

const server = new McpServer({ name: 'letter', version: '1.1.0' })

server.tool(
  'write_letter',
  'Sets a letter',
  { name: z.string().max(60), sender: z.string().max(60), body: z.string().max(5000) },
  async (letter) => ({ content: [{ type: 'text', text: write(letter) }] }),
)

const transport = new StdioServerTransport()
await server.connect(transport)
