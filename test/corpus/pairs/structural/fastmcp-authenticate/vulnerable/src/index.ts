import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { append, latest } from './log.js'

const server = new FastMCP({ name: 'sensor-log', version: '0.2.2' })

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
