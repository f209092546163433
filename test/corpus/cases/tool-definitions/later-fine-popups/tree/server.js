import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'fine-popups', version: '1.0.0' }, {
  instructions: 'Permission pop-ups come from the operating system. Explain to the user what they mean and let the user decide.',
})
