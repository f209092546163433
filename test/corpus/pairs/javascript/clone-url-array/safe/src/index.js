import { spawn } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'clone', version: '1.0.0' })
server.registerTool('clone', { description: 'clone', inputSchema: { address: z.string() } }, async ({ address }) => {
  if (!address.startsWith('https://')) throw new Error('https only')
  const child = spawn('git', ['clone', '--depth', '1', '--', address, 'work'], { stdio: 'ignore' })
  await new Promise((resolve) => child.on('close', resolve))
  return { content: [{ type: 'text', text: 'cloned' }] }
})

await server.connect(new StdioServerTransport())
