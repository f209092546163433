import express from 'express'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { createMachineServer } from './machines.js'

const app = express()
const transports = {}

app.get('/sse', async (req, res) => {
  const transport = new SSEServerTransport('/messages', res)
  transports[transport.sessionId] = transport
  res.on('close', () => {
    delete transports[transport.sessionId]
  })
  await createMachineServer().connect(transport)
})

app.post('/messages', async (req, res) => {
  const transport = transports[req.query.sessionId]
  if (!transport) return res.status(400).send('unknown session')
  await transport.handlePostMessage(req, res)
})

const port = Number(process.env.PORT) || 8080
app.listen(port)
console.log('listening on', port)
