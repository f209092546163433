import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { journalFor } from './journal.js'

const app = express()
app.use(express.json())

app.post('/mcp', async (req, res) => {
  const project = req.headers['x-project']
  if (typeof project !== 'string') {
    res.status(400).json({ error: 'x-project is required' })
    return
  }
  if (!/^[a-z0-9]{1,40}$/.test(project)) {
    res.status(400).json({ error: 'x-project is malformed' })
    return
  }
  const journal = journalFor(project)
  const server = new McpServer({ name: 'project-journal', version: '0.8.0' })
  server.tool('add_entry', { text: z.string() }, async ({ text }) => {
    await journal.add(text)
    return { content: [{ type: 'text', text: 'Added' }] }
  })
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ['127.0.0.1:3900'],
  })
  res.on('close', () => void transport.close())
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(3900, '127.0.0.1')
