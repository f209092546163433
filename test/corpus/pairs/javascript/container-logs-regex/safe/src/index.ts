import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const execAsync = promisify(exec)
const CONTAINER = /^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/

const server = new McpServer({ name: 'container-logs', version: '0.2.0' })

server.tool(
  'tail_logs',
  'Shows the last lines a container wrote',
  {
    container: z.string().describe('Container name or id'),
    lines: z.number().int().min(1).max(500).default(50),
  },
  async ({ container, lines }) => {
    if (!CONTAINER.test(container)) {
      return { content: [{ type: 'text', text: `Invalid container name: ${container}` }], isError: true }
    }
    const { stdout, stderr } = await execAsync(`docker logs --tail ${lines} ${container} 2>&1`)
    return { content: [{ type: 'text', text: stdout || stderr || '(empty)' }] }
  },
)

const transport = new StdioServerTransport()
server.connect(transport).catch((error: unknown) => {
  console.error('container-logs failed to start', error)
  process.exitCode = 1
})
