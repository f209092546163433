import path from 'node:path'
import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { galleryRouter } from './gallery.js'

const app = express()
app.use(express.json())
app.use('/gallery', galleryRouter(path.resolve(process.env.GALLERY_FOLDER ?? 'pictures')))

app.post('/mcp', async (request, response) => {
  const server = new McpServer({ name: 'gallery', version: '1.0.0' })
  server.registerTool('gallery_address', { description: 'Where the gallery is', inputSchema: {} }, async () => ({ content: [{ type: 'text', text: 'http://127.0.0.1:4410/gallery/original' }] }))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:4410'] })
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})

app.listen(4410, '127.0.0.1')
