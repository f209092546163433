import type { McpClient } from './mcp-client.ts'

export const copilotCli: McpClient = {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  files: ({ home }) => [{ path: home('.copilot', 'mcp-config.json'), scope: 'user' }],
}
