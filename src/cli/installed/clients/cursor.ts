import type { McpClient } from './mcp-client.ts'

export const cursor: McpClient = {
  id: 'cursor',
  name: 'Cursor',
  files: ({ home, project }) => [
    { path: home('.cursor', 'mcp.json'), scope: 'user' },
    { path: project('.cursor', 'mcp.json'), scope: 'project' },
  ],
}
