import type { ClientFolders, McpClient } from './mcp-client.ts'

/** Folders of the VS Code editions. They share a parent folder. */
const editions = ['Code', 'Code - Insiders', 'VSCodium'] as const

/** Returns a path in the user folder of every VS Code edition. Extensions store their settings there too. */
export const vsCodePaths = ({ applications }: ClientFolders, ...parts: readonly string[]): readonly string[] =>
  editions.map((edition) => applications(edition, 'User', ...parts))

export const vsCode: McpClient = {
  id: 'vs-code',
  name: 'VS Code',
  files: (folders) =>
    [
      ...vsCodePaths(folders, 'mcp.json'),
      ...vsCodePaths(folders, 'settings.json'),
      ...vsCodePaths(folders, 'profiles', '*', 'mcp.json'),
    ]
      .map((path): ReturnType<McpClient['files']>[number] => ({ path, scope: 'user' }))
      .concat(
        { path: folders.project('.vscode', 'mcp.json'), scope: 'project' },
        { path: folders.project('.vscode', 'settings.json'), scope: 'project' },
      ),
}
