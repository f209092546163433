import cors from 'cors'
import express from 'express'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { consoleServer } from './console.js'

const app = express()
app.use(
  cors({
    origin: '*',
    exposedHeaders: ['Mcp-Session-Id'],
    allowedHeaders: ['content-type', 'mcp-session-id', 'mcp-protocol-version'],
  }),
)
app.use(express.json())

app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ['localhost:5150', '127.0.0.1:5150'],
  })
  res.on('close', () => void transport.close())
  await consoleServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(5150, '127.0.0.1')
