import type { McpClient } from './mcp-client.ts'

export const kiro: McpClient = {
  id: 'kiro',
  name: 'Kiro',
  files: ({ home, project }) => [
    { path: home('.kiro', 'settings', 'mcp.json'), scope: 'user' },
    { path: project('.kiro', 'settings', 'mcp.json'), scope: 'project' },
  ],
}
