/**
 * Libraries with which servers of the protocol are made: in the registry of npm, and in that of Python in normal form.
 * They are no servers themselves.
 */
export const serverSdks: Readonly<Record<'npm' | 'PyPI', ReadonlySet<string>>> = {
  npm: new Set([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/express',
    '@modelcontextprotocol/hono',
    '@modelcontextprotocol/node',
    '@modelcontextprotocol/sdk',
    '@modelcontextprotocol/server',
    '@vercel/mcp-adapter',
    'fastmcp',
    'litemcp',
    'mcp-framework',
    'mcp-handler',
    'xmcp',
  ]),
  PyPI: new Set(['fastapi-mcp', 'fastmcp', 'mcp', 'mcp-python-sdk', 'modelcontextprotocol']),
}

/** Libraries with which clients are made, alone. */
export const clientSdks: ReadonlySet<string> = new Set([
  '@modelcontextprotocol/client',
  'langchain-mcp-adapters',
  'mcp-use',
])
