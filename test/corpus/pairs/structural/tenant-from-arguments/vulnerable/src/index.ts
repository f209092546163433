import express from 'express'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { invoiceServer } from './server.js'
import { verifier } from './verifier.js'

const app = express()

app.post('/mcp', requireBearerAuth({ verifier }), express.json(), async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await invoiceServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(8200)
