import type { McpClient } from './mcp-client.ts'

export const opencode: McpClient = {
  id: 'opencode',
  name: 'opencode',
  files: ({ home, project }) => [
    { path: home('.config', 'opencode', 'opencode.json'), scope: 'user' },
    { path: project('opencode.json'), scope: 'project' },
  ],
}
