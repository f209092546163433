import { type Command, exitCodes } from './command.ts'

/** Client settings that start the server and communicate over stdin and stdout. See `docs/reference/mcp.md`. */
const snippets = [
  'To add the server to Claude Code, run "claude mcp add assay -- npx -y file:/path/to/assay-assay-0.1.0.tgz mcp".',
  'For Claude Desktop and Cursor, add ' +
    '{"mcpServers":{"assay":{"command":"npx","args":["-y","file:/path/to/assay-assay-0.1.0.tgz","mcp"]}}} ' +
    'to the settings file of the client.',
  'For VS Code, add ' +
    '{"servers":{"assay":{"type":"stdio","command":"npx","args":["-y","file:/path/to/assay-assay-0.1.0.tgz","mcp"]}}}' +
    ' to the file mcp.json in the folder .vscode of the project.',
]

export const mcp: Command = {
  details: [
    'An MCP client starts this command and talks to it over stdin and stdout (MCP 2026-07-28 and earlier revisions). ' +
      'The log goes to stderr.',
    'Tools: check_package, explain_finding, get_scan, and scan_folder. The client must offer roots for scan_folder. ' +
      'If ASSAY_URL names a service, also search_servers and get_server, with the API key in ASSAY_KEY if it is set.',
    ...snippets,
  ],
  options: {},
  examples: [['assay mcp', 'Serves MCP until the client closes stdin.']],
  async run(runtime) {
    const { serveMcp } = await import('./mcp/serve-mcp.ts')
    await serveMcp(runtime)
    return exitCodes.ok
  },
}
