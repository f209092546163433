import { open } from 'fs/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { validatePath } from './validate.js'

const server = new Server({ name: 'file-peek', version: '0.4.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'peek',
      description: 'First bytes of a file',
      inputSchema: { type: 'object' as const, properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
}))

async function peek(path: string): Promise<string> {
  const file = await open(validatePath(path), 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const args = (request.params.arguments ?? {}) as Record<string, unknown>
  if (request.params.name !== 'peek') throw new Error(`Unknown tool: ${request.params.name}`)
  if (typeof args.path !== 'string') throw new Error('path is required')
  return { content: [{ type: 'text', text: await peek(args.path) }] }
})

server.connect(new StdioServerTransport())
