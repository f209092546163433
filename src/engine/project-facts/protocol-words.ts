import type { ProtocolSign, Transport } from '../model/project-facts.ts'

/**
 * Marker strings. Every file that creates an MCP server or client contains at least one of them. Files are searched as
 * raw bytes, which takes a tenth of the time needed to decode them.
 */
export const protocolMarks: readonly string[] = [
  'modelcontextprotocol',
  'McpServer',
  'FastMCP',
  'MCPServer',
  'mcp.server',
  'mcp.client',
  'protocolVersion',
  'protocol_version',
  'createMcpHandler',
  'ServerTransport',
]

interface SignPattern {
  readonly kind: ProtocolSign['kind']
  readonly pattern: RegExp
  /** Pattern that must also match the file. */
  readonly beside?: RegExp
}

/**
 * Patterns for code that creates a server or client with the official libraries or those in `known-sdks.ts`. They match
 * names only, so they also match bundled code.
 */
export const signPatterns: readonly SignPattern[] = [
  { kind: 'server', pattern: /\b(?:new|extends)\s+(?:[\w$]{1,100}\.)?(?:McpServer|FastMCP)\s*[<({]/g },
  {
    kind: 'server',
    pattern: /\bnew\s+(?:[\w$]{1,100}\.)?(?:MCPServer|LiteMCP)\s*[<(]/g,
    beside: /mcp-framework|litemcp|@mastra\/mcp|modelcontextprotocol/,
  },
  {
    kind: 'server',
    pattern: /\bnew\s+(?:[\w$]{1,100}\.)?Server\s*\(/g,
    beside: /@modelcontextprotocol\/(?:sdk\/server|server)|ListToolsRequestSchema|CallToolRequestSchema/,
  },
  { kind: 'server', pattern: /\bcreateMcpHandler\s*\(/g, beside: /mcp-handler|@vercel\/mcp-adapter|agents\/mcp/ },
  { kind: 'server', pattern: /(?<![.\w])FastMCP\s*\(/g, beside: /\bfrom\s+(?:mcp|fastmcp)\b|\bimport\s+fastmcp\b/ },
  {
    kind: 'server',
    pattern: /(?<![.\w])(?:Server|MCPServer|LowLevelServer)\s*\(/g,
    beside: /\bfrom\s+mcp(?:\.server[\w.]{0,100})?\s+import\b[^\n]*\b(?:Server|MCPServer|LowLevelServer)\b/,
  },
  { kind: 'server', pattern: /\bFastApiMCP\s*\(/g, beside: /\bfastapi_mcp\b/ },
  // Servers without a library, recognized by the server's name in their response to `initialize`.
  { kind: 'server', pattern: /\bserverInfo["']?\s{0,9}[:=]\s{0,9}\{/g, beside: /["']tools\/(?:call|list)["']/ },
  // The SDK in a minified bundle with renamed classes, recognized by a server field in its response to `initialize`.
  {
    kind: 'server',
    pattern: /\bserverInfo:\s{0,9}this\.\w{1,50}\b/g,
    beside: /["'`]tools\/(?:call|list)["'`]/,
  },
  {
    kind: 'client',
    pattern: /\bnew\s+(?:[\w$]{1,100}\.)?Client\s*\(/g,
    beside: /@modelcontextprotocol\/(?:sdk\/client|client)/,
  },
  { kind: 'client', pattern: /(?<![.\w])ClientSession\s*\(/g, beside: /\bfrom\s+mcp\b/ },
]

/** Patterns for code that supports a transport. The first transport is the default of Python servers. */
export const transportPatterns: readonly (readonly [transport: Transport, pattern: RegExp])[] = [
  [
    'stdio',
    new RegExp(
      String.raw`\bStdioServerTransport\b|\bstdio_server\b|\btransport(?:Type)?\s*[:=]\s*["']stdio["']|` +
        String.raw`\bmcp\.run\(\s*\)|\brun_stdio_async\b`,
    ),
  ],
  [
    'http',
    new RegExp(
      String.raw`\bStreamableHTTPServerTransport\b|\bStreamableHTTPSessionManager\b|\bstreamable_http_app\b|` +
        String.raw`\btransport(?:Type)?\s*[:=]\s*["'](?:streamable-http|http|httpStream)["']|` +
        String.raw`\bcreateMcpHandler\b|\brun_streamable_http_async\b`,
    ),
  ],
  [
    'sse',
    new RegExp(
      String.raw`\bSSEServerTransport\b|\bSseServerTransport\b|\bsse_app\b|` +
        String.raw`\btransport(?:Type)?\s*[:=]\s*["']sse["']|\brun_sse_async\b`,
    ),
  ],
]

export const protocolVersionPattern =
  /protocol_?versions?["']?\s{0,9}[:=,(]\s{0,9}\[?\s{0,9}["'](\d{4}-\d{2}-\d{2})["']/gi
