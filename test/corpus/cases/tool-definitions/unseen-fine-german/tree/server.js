import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'datei-lesen', version: '1.0.0' })

server.registerTool('datei_lesen', {
  description: 'Liest eine Datei im Arbeitsordner. Dateien mit Zugangsdaten wie .env oder id_rsa werden nie gelesen, und der Nutzer wird vorher gefragt.',
  inputSchema: {},
}, async () => ({ content: [] }))
