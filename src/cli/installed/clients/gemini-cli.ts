import type { McpClient } from './mcp-client.ts'

export const geminiCli: McpClient = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  files: ({ home, project, system }) => [
    { path: home('.gemini', 'settings.json'), scope: 'user' },
    { path: home('.gemini', 'extensions', '*', 'gemini-extension.json'), scope: 'user' },
    { path: project('.gemini', 'settings.json'), scope: 'project' },
    {
      path: system({
        linux: '/etc/gemini-cli/settings.json',
        darwin: '/Library/Application Support/GeminiCli/settings.json',
        win32: 'gemini-cli\\settings.json',
      }),
      scope: 'system',
    },
  ],
}
