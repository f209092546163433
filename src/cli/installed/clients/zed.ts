import type { McpClient } from './mcp-client.ts'

export const zed: McpClient = {
  id: 'zed',
  name: 'Zed',
  files: ({ platform, configuration, project }) => [
    { path: configuration(platform === 'win32' ? 'Zed' : 'zed', 'settings.json'), scope: 'user' },
    { path: project('.zed', 'settings.json'), scope: 'project' },
  ],
}
