import type { McpClient } from './mcp-client.ts'

export const amazonQ: McpClient = {
  id: 'amazon-q',
  name: 'Amazon Q Developer',
  files: ({ home, project }) => [
    { path: home('.aws', 'amazonq', 'mcp.json'), scope: 'user' },
    { path: project('.amazonq', 'mcp.json'), scope: 'project' },
  ],
}
