import { execSync } from 'node:child_process'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { quote } from 'shell-quote'

const handlers = {
  disk_usage({ folder }) {
    const line = quote(['du', '-sh', '--', folder])
    return execSync(`${line} | sort -h`, { encoding: 'utf8' })
  },
  disk_free() {
    return execSync('df -h', { encoding: 'utf8' })
  },
}

const server = new Server({ name: 'disk', version: '1.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    { name: 'disk_usage', description: 'How large a folder is', inputSchema: { type: 'object', properties: { folder: { type: 'string' } }, required: ['folder'] } },
    { name: 'disk_free', description: 'What is free', inputSchema: { type: 'object', properties: {} } },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  if (!Object.hasOwn(handlers, params.name)) throw new Error(`No tool ${params.name}`)
  return { content: [{ type: 'text', text: handlers[params.name](params.arguments) }] }
})

await server.connect(new StdioServerTransport())
