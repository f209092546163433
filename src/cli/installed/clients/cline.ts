import type { McpClient } from './mcp-client.ts'
import { vsCodePaths } from './vs-code.ts'

export const cline: McpClient = {
  id: 'cline',
  name: 'Cline',
  files: (folders) => [
    ...vsCodePaths(folders, 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json').map(
      (path) => ({ path, scope: 'user' }) as const,
    ),
    { path: folders.home('.cline', 'data', 'settings', 'cline_mcp_settings.json'), scope: 'user' },
  ],
}
