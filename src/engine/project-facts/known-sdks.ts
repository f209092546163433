/**
 * Libraries for building MCP servers, by registry. Python names are normalized. The libraries are not servers
 * themselves.
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

/** Libraries that only build clients. */
export const clientSdks: ReadonlySet<string> = new Set([
  '@modelcontextprotocol/client',
  'langchain-mcp-adapters',
  'mcp-use',
])
