import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)
const MIRRORS = '/tmp/repo-mirror'
mkdirSync(MIRRORS, { recursive: true })

const tools = [
  {
    name: 'mirror',
    description: 'Mirror a repository under a name and count its branches',
    inputSchema: {
      type: 'object',
      properties: { address: { type: 'string', description: 'Clone address' }, name: { type: 'string' } },
      required: ['address', 'name'],
    },
  },
]

async function mirror(address, name) {
  if (!/^[a-z0-9]+$/.test(name)) throw new Error('A name holds lower-case letters and digits only')
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' || hostname === '') throw new Error('Only https addresses can be mirrored')
  await execFileAsync('git', ['clone', '--mirror', '--', address, name], { cwd: MIRRORS })
  const { stdout } = await execFileAsync('git', ['branch', '--list'], { cwd: `${MIRRORS}/${name}` })
  return `${name}: ${stdout.split('\n').filter(Boolean).length} branches`
}

const server = new Server({ name: 'repo-mirror', version: '4.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  try {
    const { address, name } = request.params.arguments
    const text = await mirror(String(address), String(name))
    return { content: [{ type: 'text', text }] }
  } catch (error) {
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
})

await server.connect(new StdioServerTransport())
