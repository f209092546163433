import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const PICTURES = 'https://pictures.example/items/'

function createServer() {
  const server = new McpServer({ name: 'gallery', version: '1.5.0' })
  server.tool('picture', 'Link to a picture', { number: z.number().int() }, async ({ number }) => ({
    content: [{ type: 'text', text: `${PICTURES}${number}` }],
  }))
  return server
}

const app = express()
app.use(express.json())

app.get('/preview', async (req, res) => {
  const source = req.query.source
  const upstream = await fetch(source)
  res.status(upstream.status)
  res.set('content-type', 'image/png')
  res.set('x-content-type-options', 'nosniff')
  res.end(Buffer.from(await upstream.arrayBuffer()))
})

app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ['localhost:4310'],
  })
  await createServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(4310, 'localhost')
