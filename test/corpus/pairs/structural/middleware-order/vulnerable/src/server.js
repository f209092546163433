import express from 'express'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { checkKey } from './check-key.js'
import { planServer } from './plan.js'

const app = express()
app.use(express.json())

async function endpoint(req, res) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await planServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
}

app.post('/mcp', endpoint)
app.use(checkKey)

app.get('/health', (req, res) => res.send('ok'))

app.use((error, req, res, next) => {
  console.error(error.message)
  if (res.headersSent) return next(error)
  res.status(500).end()
})

app.listen(process.env.PORT ?? 9090)
