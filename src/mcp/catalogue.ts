import type { McpTool } from './tool.ts'
import { checkPackage } from './tools/check-package.ts'
import { explainFinding } from './tools/explain-finding.ts'
import { getScan } from './tools/get-scan.ts'
import { getServer } from './tools/get-server.ts'
import { scanFolder } from './tools/scan-folder.ts'
import { searchServers } from './tools/search-servers.ts'

/** All tools, sorted by name. */
export const mcpTools: readonly McpTool[] = [
  checkPackage,
  explainFinding,
  getScan,
  getServer,
  scanFolder,
  searchServers,
]
