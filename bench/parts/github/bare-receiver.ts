import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'

// The minimal receiver of deliveries: bare Express that verifies the signature, parses the body, and responds. It gets
// the secret in a message.

const [secret] = (await once(process, 'message')) as [string]
const app = express()
app.post('/', express.raw({ type: () => true, limit: '25mb' }), (request, response) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.of()
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const sent = Buffer.from(request.get('x-hub-signature-256') ?? '')
  const isSigned = sent.length === expected.length && timingSafeEqual(sent, expected)
  if (isSigned) JSON.parse(body.toString('utf8'))
  response.status(isSigned ? 202 : 401).end()
})
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
await once(process, 'disconnect')
process.exit(0)
