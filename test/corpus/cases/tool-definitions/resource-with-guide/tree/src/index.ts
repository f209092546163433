import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'style', version: '1.0.0' })

server.registerResource('guide', 'style://guide', { description: 'The style guide.' }, async (uri) => ({
  contents: [
    {
      uri: uri.href,
      mimeType: 'text/markdown',
      text: '# Guide\n\nUse short words. Do not put passwords or tokens into texts.\n\nCall check_style before publish.',
    },
  ],
}))
