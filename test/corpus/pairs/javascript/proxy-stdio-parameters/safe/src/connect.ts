import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

interface ConnectRequest {
  server: string
}

const SERVERS = new Map([
  ['files', { command: 'mcp-files', args: ['--root', '/srv/files'] }],
  ['clock', { command: 'mcp-clock', args: [] }],
])

export async function connectTo(body: ConnectRequest) {
  const configured = SERVERS.get(body.server)
  if (configured === undefined) throw new Error('No such server is configured')
  const { command, args } = configured
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' })
  const client = new Client({ name: 'mcp-http-bridge', version: '0.3.9' })
  await client.connect(transport)
  return { id: randomUUID(), client }
}
