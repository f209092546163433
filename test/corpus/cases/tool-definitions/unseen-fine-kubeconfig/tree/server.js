import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'list-pods', version: '1.0.0' })

server.registerTool('list_pods', {
  description: 'Lists pods. Uses the kubeconfig at ~/.kube/config unless `context` names another one.',
  inputSchema: {},
}, async () => ({ content: [] }))
