import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { unpack } from './unpack.js'

const server = new McpServer({ name: 'asset-unpack', version: '0.1.3' })

server.tool('unpack_bundle', 'Unpacks a zip given as base64', { bundle: z.string().base64() }, async ({ bundle }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  const count = unpack(Buffer.from(bundle, 'base64'), folder)
  return { content: [{ type: 'text', text: `${count} files in ${folder}` }] }
})

await server.connect(new StdioServerTransport())
