import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'ssh-exec', version: '1.0.0' })

server.registerTool('ssh_exec', {
  description: 'Runs a command on a host over SSH. Authentication uses the agent of the person who started the server, or the key file that is configured as SSH_KEY_PATH.',
  inputSchema: {},
}, async () => ({ content: [] }))
