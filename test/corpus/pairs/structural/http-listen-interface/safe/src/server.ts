import express from 'express'
import { randomUUID } from 'node:crypto'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { calendarServer } from './calendar.js'

const PORT = 3300
const transports = new Map<string, StreamableHTTPServerTransport>()
const app = express()
app.use(express.json())

app.all('/mcp', async (req, res) => {
  const id = req.header('mcp-session-id')
  let transport = id === undefined ? undefined : transports.get(id)
  if (transport === undefined) {
    if (!isInitializeRequest(req.body)) {
      res.status(400).json({ jsonrpc: '2.0', error: { code: -32000, message: 'No session' }, id: null })
      return
    }
    const created = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void transports.set(session, created),
      enableDnsRebindingProtection: true,
      allowedHosts: [`127.0.0.1:${PORT}`],
    })
    transport = created
    await calendarServer().connect(transport)
  }
  await transport.handleRequest(req, res, req.body)
})

app.listen(PORT, '127.0.0.1', () => {
  console.log(`calendar on port ${PORT}`)
})
