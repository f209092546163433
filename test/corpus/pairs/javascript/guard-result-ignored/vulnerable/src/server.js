import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CONFIG, isAllowed } from './allowed.js'

const server = new Server({ name: 'config-view', version: '0.4.3' }, { capabilities: { tools: {} } })

server.setRequestHandler('tools/list', async () => ({
  tools: [
    {
      name: 'view_config',
      description: 'Text of a configuration file',
      inputSchema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    },
  ],
}))

server.setRequestHandler('tools/call', async (request) => {
  const { name, arguments: args } = request.params
  if (name !== 'view_config') throw new Error(`No tool ${name}`)
  const file = resolve(CONFIG, args.file)
  isAllowed(file)
  const text = await readFile(file, 'utf8')
  return { content: [{ type: 'text', text: text.replace(/^(\w*(?:key|token)\w*)\s*=.*$/gim, '$1 = ***') }] }
})

await server.connect(new StdioServerTransport())
