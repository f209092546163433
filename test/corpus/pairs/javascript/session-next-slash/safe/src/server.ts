import { randomUUID } from 'node:crypto'
import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { sessionRouter } from './session.ts'

const app = express()
app.use(express.urlencoded({ extended: false }))
app.use('/session', sessionRouter(new Set()))

app.post('/mcp', express.json(), async (request, response) => {
  const server = new McpServer({ name: 'desk', version: '1.0.0' })
  server.registerTool('new_ticket_number', { description: 'A number for a ticket', inputSchema: {} }, async () => ({ content: [{ type: 'text', text: randomUUID() }] }))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:4420'] })
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})

app.listen(4420, '127.0.0.1')
