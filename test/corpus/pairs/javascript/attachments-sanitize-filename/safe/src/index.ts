import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Attachments } from './attachments.ts'

const attachments = new Attachments(process.env.ATTACHMENTS ?? '/var/lib/attachments')
const server = new Server({ name: 'attachments', version: '1.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }) => {
  if (name === 'save_attachment') {
    const { title, content } = given as { title: string; content: string }
    return { content: [{ type: 'text', text: attachments.save(title, content) }] }
  }
  throw new Error('unknown tool')
})

await server.connect(new StdioServerTransport())
