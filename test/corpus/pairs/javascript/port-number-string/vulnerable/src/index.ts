#!/usr/bin/env node
import { execSync } from 'child_process'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

const WhoListens = z.object({
  port: z.string(),
  protocol: z.enum(['tcp', 'udp']).optional(),
})

const server = new Server({ name: 'port-killer', version: '0.0.9' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'who_listens',
      description: 'Process that listens on a port',
      inputSchema: { type: 'object', properties: { port: {}, protocol: { enum: ['tcp', 'udp'] } }, required: ['port'] },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'who_listens': {
      const parsed = WhoListens.safeParse(request.params.arguments)
      if (!parsed.success) {
        throw new Error(parsed.error.message)
      }
      const { port, protocol = 'tcp' } = parsed.data
      const line = `lsof -nP -i ${protocol}:${port} | tail -n +2`
      const text = execSync(line).toString()
      return { content: [{ type: 'text', text: text || 'nobody' }] }
    }
    default:
      throw new Error('Unknown tool')
  }
})

const transport = new StdioServerTransport()
await server.connect(transport)
