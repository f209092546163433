import express from 'express'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { requireSession } from './sessions.js'
import { wikiServer } from './wiki.js'

const ORIGINS = new Set(['https://team.example', 'https://wiki.team.example'])
const app = express()

app.use((req, res, next) => {
  const origin = req.headers.origin
  if (origin && ORIGINS.has(origin)) {
    res.setHeader('Access-Control-Allow-Origin', origin)
    res.setHeader('Access-Control-Allow-Credentials', 'true')
    res.setHeader('Access-Control-Allow-Headers', 'content-type, mcp-session-id')
    res.setHeader('Vary', 'Origin')
  }
  if (req.method === 'OPTIONS') return res.sendStatus(204)
  next()
})

app.post('/mcp', requireSession, express.json(), async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await wikiServer(req.user).connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8443)
