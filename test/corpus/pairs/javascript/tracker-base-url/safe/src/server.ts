import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { trackerClient } from './client.js'

const app = express()
app.use(express.json({ limit: '1mb' }))

app.post('/mcp', async (req, res) => {
  const base = req.header('x-tracker-url')
  const token = req.header('x-tracker-token')
  if (!base || !token) return void res.status(401).json({ error: 'tracker headers are missing' })

  const client = trackerClient(base, token)
  const server = new McpServer({ name: 'tracker-bridge', version: '3.3.0' })
  server.tool('get_issue', { issue: z.number().int() }, async ({ issue }) => {
    const { data } = await client.get(`/rest/issues/${issue}`)
    return { content: [{ type: 'text', text: JSON.stringify(data) }] }
  })

  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ['127.0.0.1:5005'],
  })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(5005, '127.0.0.1')
