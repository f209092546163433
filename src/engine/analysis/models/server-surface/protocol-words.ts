/** A class that carries the protocol over HTTP. */
export interface TransportModel {
  readonly language: string
  /** Whether its settings are in an object of options or in an argument of their own. */
  readonly settings: 'options' | 'argument'
  /** The option, or argument, by which it is told which names it answers to. */
  readonly protection: string
  /** Lists that have no effect without it. */
  readonly lists: readonly string[]
  /** Place of the argument that has the options. */
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

/** By name. */
export const httpTransports: ReadonlyMap<string, TransportModel> = new Map([
  ['NodeStreamableHTTPServerTransport', ofNode],
  ['SSEServerTransport', { ...ofNode, optionsAt: 2 }],
  ['StreamableHTTPServerTransport', ofNode],
  ['WebStandardStreamableHTTPServerTransport', ofNode],
  ['SseServerTransport', ofPython],
  ['StreamableHTTPSessionManager', ofPython],
])

/** Methods by which a request is handed to such a transport. */
export const transportMethods: ReadonlySet<string> = new Set([
  'handleRequest',
  'handlePostMessage',
  'handle_request',
  'handle_post_message',
  'connect_sse',
])

/** Any of these stands in a program that speaks the protocol. */
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
