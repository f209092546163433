import express from 'express'
import { mcp } from './mcp.js'

const ORIGIN = 'https://board.example'
export const app = express()

app.get('/login/done', (req, res) => {
  const wanted = typeof req.query.next === 'string' ? req.query.next : '/'
  if (!wanted.startsWith('/')) {
    res.status(400).send('Bad return address')
    return
  }
  res.redirect(303, wanted)
})

app.get('/', (_req, res) => {
  res.type('text').send('Team board')
})

app.use('/mcp', express.json(), mcp)

app.listen(8123, '127.0.0.1')
