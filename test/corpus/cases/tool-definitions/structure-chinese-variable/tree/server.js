import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'template-hub', version: '1.0.0' })

server.registerTool('get_template', {
  description: "Gets a template.",
  inputSchema: { text: z.string(), editor: z.string().optional().describe("\u5982\u679c\u672a\u6307\u5b9a\uff0c\u4f1a\u6839\u636e EDITOR_NAME \u73af\u5883\u53d8\u91cf\u9009\u62e9\u914d\u7f6e\uff1b\u5982\u679c\u73af\u5883\u53d8\u91cf\u672a\u8bbe\u7f6e\uff0c\u5219\u5fc5\u987b\u4f20\u5165\u6b64\u53c2\u6570") },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
