import { createReadStream } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const app = Fastify()

app.get('/logs', {}, async (request, reply) => {
  const { name } = request.query
  return reply.type('text/plain').send(createReadStream(path.join('/var/log/service', `${name}.log`)))
})

await app.listen({ port: 4460, host: '127.0.0.1' })

const server = new McpServer({ name: 'logs', version: '1.0.0' })
server.registerTool('logs_address', { description: 'Where logs are', inputSchema: {} }, async () => ({ content: [{ type: 'text', text: 'http://127.0.0.1:4460/logs' }] }))
await server.connect(new StdioServerTransport())
