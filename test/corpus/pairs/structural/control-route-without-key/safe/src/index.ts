import express from 'express'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { keyRequired } from './key-required.js'
import { replaceRules, rulesServer } from './rules.js'

const app = express()
app.use(keyRequired)
app.use(express.json())

app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  res.on('close', () => void transport.close())
  await rulesServer().connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.put('/rules', (req, res) => {
  const count = replaceRules(req.body)
  res.json({ count })
})

app.listen(8500, '0.0.0.0')
