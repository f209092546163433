import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'fine-operator', version: '1.0.0' }, {
  instructions: 'You are talking to a warehouse robot. Deletions need the operator: call ask_operator and wait for the answer before remove_item.',
})
