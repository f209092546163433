import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'ssh-hosts', version: '1.0.0' })

server.registerTool('ssh_hosts', {
  description: 'Lists hosts from ~/.ssh/config and known_hosts; private keys are not opened.',
  inputSchema: {},
}, async () => ({ content: [] }))
