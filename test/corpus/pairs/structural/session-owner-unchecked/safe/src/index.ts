import { randomUUID } from 'node:crypto'
import express from 'express'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { draftServer } from './drafts.js'
import { verifier } from './verifier.js'

interface Session {
  owner: string
  transport: StreamableHTTPServerTransport
}

const sessions = new Map<string, Session>()
const app = express()
app.use(requireBearerAuth({ verifier }))
app.use(express.json())

app.all('/mcp', async (req, res) => {
  const owner = req.auth?.clientId
  const id = req.header('mcp-session-id')
  if (owner === undefined) return void res.sendStatus(401)
  if (id !== undefined) {
    const session = sessions.get(id)
    if (session === undefined || session.owner !== owner) return void res.sendStatus(404)
    return void (await session.transport.handleRequest(req, res, req.body))
  }
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (created) => void sessions.set(created, { owner, transport }),
  })
  await draftServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8400)
