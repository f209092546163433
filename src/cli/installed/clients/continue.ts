import type { McpClient } from './mcp-client.ts'

export const continueDev: McpClient = {
  id: 'continue',
  name: 'Continue',
  files: ({ home, project }) => [
    { path: home('.continue', 'config.yaml'), format: 'yaml', scope: 'user' },
    { path: project('.continue', 'config.yaml'), format: 'yaml', scope: 'project' },
  ],
}
