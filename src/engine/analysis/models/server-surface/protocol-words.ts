/** A class that implements MCP over HTTP. */
export interface TransportModel {
  readonly language: string
  /** Whether settings are in an options object or in separate arguments. */
  readonly settings: 'options' | 'argument'
  /** Option or argument that enables the host name check. */
  readonly protection: string
  /** Lists that have no effect unless `protection` is enabled. */
  readonly lists: readonly string[]
  /** Position of the options argument. */
  readonly optionsAt: number
}

const ofNode: TransportModel = {
  language: 'javascript',
  settings: 'options',
  protection: 'enableDnsRebindingProtection',
  lists: ['allowedHosts', 'allowedOrigins'],
  optionsAt: 0,
}
const ofPython: TransportModel = {
  language: 'python',
  settings: 'argument',
  protection: 'security_settings',
  lists: [],
  optionsAt: 0,
}

/** Transports by class name. */
export const httpTransports: ReadonlyMap<string, TransportModel> = new Map([
  ['NodeStreamableHTTPServerTransport', ofNode],
  ['SSEServerTransport', { ...ofNode, optionsAt: 2 }],
  ['StreamableHTTPServerTransport', ofNode],
  ['WebStandardStreamableHTTPServerTransport', ofNode],
  ['SseServerTransport', ofPython],
  ['StreamableHTTPSessionManager', ofPython],
])

/** Methods that pass a request to an MCP transport. */
export const transportMethods: ReadonlySet<string> = new Set([
  'handleRequest',
  'handlePostMessage',
  'handle_request',
  'handle_post_message',
  'connect_sse',
])

/** Every program that implements MCP contains at least one of these words. */
export const protocolWords: readonly string[] = [
  'CallToolRequestSchema',
  'tools/call',
  '/tools/call',
  'McpServer',
  'FastMCP',
  'MCPServer',
  'call_tool',
  ...httpTransports.keys(),
]
