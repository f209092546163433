import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'leer-archivo', version: '1.0.0' })

server.registerTool('leer_archivo', {
  description: 'Lee un archivo. Nunca leas contraseñas ni claves privadas, y pregunta al usuario antes de enviar nada.',
  inputSchema: {},
}, async () => ({ content: [] }))
