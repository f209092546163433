const express = require('express')
const { SSEServerTransport } = require('@modelcontextprotocol/sdk/server/sse.js')
const { Server } = require('@modelcontextprotocol/sdk/server/index.js')
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js')

const PORT = 7171
const HOSTS = [`127.0.0.1:${PORT}`, `localhost:${PORT}`]
const LAYOUTS = ['left', 'right', 'full']
let layout = 'full'

function createServer() {
  const server = new Server({ name: 'window-manager', version: '0.1.4' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [{ name: 'arrange', description: 'Arranges the window', inputSchema: { type: 'object', properties: { layout: { enum: LAYOUTS } }, required: ['layout'] } }],
  }))
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    if (!LAYOUTS.includes(request.params.arguments.layout)) throw new Error('unknown layout')
    layout = request.params.arguments.layout
    return { content: [{ type: 'text', text: layout }] }
  })
  return server
}

const app = express()
const transports = new Map()

app.get('/sse', async (req, res) => {
  const transport = new SSEServerTransport('/messages', res, { allowedHosts: HOSTS, enableDnsRebindingProtection: true })
  transports.set(transport.sessionId, transport)
  res.on('close', () => transports.delete(transport.sessionId))
  await createServer().connect(transport)
})

app.post('/messages', async (req, res) => {
  const transport = transports.get(req.query.sessionId)
  if (transport) await transport.handlePostMessage(req, res)
  else res.status(404).end()
})

app.listen(PORT, '127.0.0.1')
