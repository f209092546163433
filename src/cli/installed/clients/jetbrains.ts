import type { McpClient } from './mcp-client.ts'

/** AI Assistant, which stores servers in each IDE or in `.ai`, and Junie. */
export const jetbrains: McpClient = {
  id: 'jetbrains',
  name: 'JetBrains',
  files: ({ home, project, applications }) => [
    {
      path: applications('JetBrains', '*', 'options', 'llm.mcpServers.xml'),
      format: 'jetbrains',
      scope: 'user',
    },
    { path: home('.ai', 'mcp', 'mcp.json'), scope: 'user' },
    { path: home('.junie', 'mcp', 'mcp.json'), scope: 'user' },
    { path: project('.idea', 'workspace.xml'), format: 'jetbrains', scope: 'project' },
    { path: project('.ai', 'mcp', 'mcp.json'), scope: 'project' },
    { path: project('.junie', 'mcp', 'mcp.json'), scope: 'project' },
  ],
}
