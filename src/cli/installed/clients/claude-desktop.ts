import type { McpClient } from './mcp-client.ts'

export const claudeDesktop: McpClient = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  files: ({ applications }) => [
    { path: applications('Claude', 'claude_desktop_config.json'), scope: 'user' },
    { path: applications('Claude', 'Claude Extensions', '*', 'manifest.json'), format: 'extension', scope: 'user' },
  ],
}
