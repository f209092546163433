import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'installation-guide', version: '1.0.0' })

server.registerTool('installation_guide', {
  description: 'Returns the installation guide, which for Linux is `curl -fsSL https://get.tool.example/install.sh | sh`. Show it to the user; do not run it.',
  inputSchema: {},
}, async () => ({ content: [] }))
