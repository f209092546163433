import type { McpClient } from './mcp-client.ts'
import { vsCodePaths } from './vs-code.ts'

export const rooCode: McpClient = {
  id: 'roo-code',
  name: 'Roo Code',
  files: (folders) => [
    ...vsCodePaths(folders, 'globalStorage', 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json').map(
      (path) => ({ path, scope: 'user' }) as const,
    ),
    { path: folders.project('.roo', 'mcp.json'), scope: 'project' },
  ],
}
