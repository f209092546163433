import type { McpClient } from './mcp-client.ts'

export const claudeCode: McpClient = {
  id: 'claude-code',
  name: 'Claude Code',
  files: ({ home, project, system }) => [
    { path: home('.claude.json'), scope: 'user' },
    { path: project('.mcp.json'), scope: 'project' },
    {
      path: system({
        linux: '/etc/claude-code/managed-mcp.json',
        darwin: '/Library/Application Support/ClaudeCode/managed-mcp.json',
        win32: 'ClaudeCode\\managed-mcp.json',
      }),
      scope: 'system',
    },
  ],
}
