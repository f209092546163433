import express from 'express'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { connectTo } from './connect.js'

const app = express()
const clients = new Map<string, Client>()

app.use((req, res, next) => {
  if (req.headers.host === '127.0.0.1:6274') next()
  else res.sendStatus(403)
})
app.use(express.json())

app.post('/connect', async (req, res) => {
  try {
    const { id, client } = await connectTo(req.body)
    clients.set(id, client)
    res.status(201).json({ id })
  } catch (error) {
    res.status(400).json({ error: error instanceof Error ? error.message : 'failed' })
  }
})

app.get('/:id/tools', async (req, res) => {
  const client = clients.get(req.params.id)
  if (client === undefined) {
    res.sendStatus(404)
    return
  }
  res.json(await client.listTools())
})

app.listen(6274, '127.0.0.1')
