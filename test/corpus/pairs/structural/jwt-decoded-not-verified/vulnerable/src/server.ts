import express from 'express'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { identity } from './identity.js'

const contacts = new Map<string, string[]>()
const app = express()

app.post('/mcp', identity, express.json(), async (req, res) => {
  const subject = String(res.locals.subject)
  const server = new McpServer({ name: 'crm-http', version: '0.3.1' })
  server.tool('add_contact', { contact: z.string() }, async ({ contact }) => {
    const own = contacts.get(subject) ?? []
    contacts.set(subject, [...own, contact])
    return { content: [{ type: 'text', text: `${own.length + 1} contacts` }] }
  })
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8700)
