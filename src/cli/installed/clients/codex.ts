import type { McpClient } from './mcp-client.ts'

export const codex: McpClient = {
  id: 'codex',
  name: 'Codex',
  files: ({ home, project, variables }) => [
    {
      path: variables['CODEX_HOME'] ? `${variables['CODEX_HOME']}/config.toml` : home('.codex', 'config.toml'),
      format: 'toml',
      scope: 'user',
    },
    { path: project('.codex', 'config.toml'), format: 'toml', scope: 'project' },
  ],
}
