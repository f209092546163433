import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { accountOf } from './accounts.js'

const users = new Set(['ada', 'grace'])

function adminServer(role) {
  const server = new McpServer({ name: 'user-admin', version: '0.4.6' })
  server.tool('users', {}, async () => ({ content: [{ type: 'text', text: [...users].join('\n') }] }))
  server.tool('remove_user', { user: z.string() }, async ({ user }) => {
    if (role !== 'admin') throw new Error('Only administrators remove users')
    users.delete(user)
    return { content: [{ type: 'text', text: `${user} removed` }] }
  })
  return server
}

const app = express()

app.post('/mcp', express.json(), async (req, res) => {
  const account = accountOf(req.headers.authorization)
  if (!account) {
    res.status(401).end()
    return
  }
  const role = req.headers['x-user-role'] ?? account.role
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await adminServer(role).connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8300)
