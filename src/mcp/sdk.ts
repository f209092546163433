/**
 * All parts of the official SDK used by Assay. The build bundles the SDK into this file, because the SDK package has
 * 8.7 MB of other formats, types, and source maps.
 */
export {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpHttpHandler,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
