import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

interface ConnectRequest {
  command: string
  args?: string[]
}

export async function connectTo(body: ConnectRequest) {
  const { command, args = [] } = body
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' })
  const client = new Client({ name: 'mcp-http-bridge', version: '0.3.9' })
  await client.connect(transport)
  return { id: randomUUID(), client }
}
