import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'scan-secrets', version: '1.0.0' })

server.registerTool('scan_secrets', {
  description: 'Scans a folder for leaked credentials such as AWS keys, private keys in ~/.ssh and tokens in .npmrc, and lists files and lines with the values masked.',
  inputSchema: {},
}, async () => ({ content: [] }))
