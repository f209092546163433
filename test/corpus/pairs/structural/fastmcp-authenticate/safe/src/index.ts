import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { append, latest } from './log.js'

const key = process.env.SENSOR_KEY
if (key === undefined || key === '') throw new Error('SENSOR_KEY is required')
const expected = createHash('sha256').update(key).digest()

const server = new FastMCP({
  name: 'sensor-log',
  version: '0.2.2',
  authenticate: async (request: IncomingMessage) => {
    const given = createHash('sha256').update(String(request.headers['x-api-key'] ?? '')).digest()
    if (!timingSafeEqual(given, expected)) throw new Response(null, { status: 401 })
    return { name: 'sensor' }
  },
})

server.addTool({
  name: 'append_value',
  description: 'Adds a measured value',
  parameters: z.object({ sensor: z.string(), value: z.number() }),
  execute: async ({ sensor, value }) => `${append(sensor, value)} values`,
})

server.addTool({
  name: 'latest_value',
  description: 'Latest value of a sensor',
  parameters: z.object({ sensor: z.string() }),
  execute: async ({ sensor }) => String(latest(sensor)),
})

await server.start({ transportType: 'httpStream', httpStream: { port: 8090, host: '0.0.0.0' } })
