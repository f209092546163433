import type { McpClient } from './mcp-client.ts'

export const lmStudio: McpClient = {
  id: 'lm-studio',
  name: 'LM Studio',
  files: ({ home }) => [{ path: home('.lmstudio', 'mcp.json'), scope: 'user' }],
}
