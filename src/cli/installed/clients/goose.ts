import type { McpClient } from './mcp-client.ts'

export const goose: McpClient = {
  id: 'goose',
  name: 'Goose',
  files: ({ platform, configuration }) => [
    {
      path: configuration(...(platform === 'win32' ? ['Block', 'goose', 'config'] : ['goose']), 'config.yaml'),
      format: 'yaml',
      scope: 'user',
    },
  ],
}
