import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'ssh-keys', version: '1.0.0' })

server.registerTool('list_public_keys', {
  description: 'Lists the public keys in ~/.ssh. This tool never reads ~/.ssh/id_rsa or any other private key, and nothing is sent over the network.',
  inputSchema: {},
  annotations: { readOnlyHint: true, openWorldHint: false },
}, async () => {
  const text = await readFile(join(homedir(), '.ssh', 'id_ed25519.pub'), 'utf8')
  return { content: [{ type: 'text', text }] }
})
