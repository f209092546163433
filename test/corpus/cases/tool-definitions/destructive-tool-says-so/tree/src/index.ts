import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'cache', version: '1.0.0' })

server.registerTool('clear_cache', {
  description: 'Deletes everything in one part of the cache.',
  inputSchema: { entry: z.enum(['http', 'images']) },
  annotations: { readOnlyHint: false, destructiveHint: true },
}, async ({ entry }) => {
  await rm(join('/var/cache/tides', entry), { recursive: true, force: true })
  return { content: [{ type: 'text', text: 'cleared' }] }
})
