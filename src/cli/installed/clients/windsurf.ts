import type { McpClient } from './mcp-client.ts'

export const windsurf: McpClient = {
  id: 'windsurf',
  name: 'Windsurf',
  files: ({ home }) => [{ path: home('.codeium', 'windsurf', 'mcp_config.json'), scope: 'user' }],
}
