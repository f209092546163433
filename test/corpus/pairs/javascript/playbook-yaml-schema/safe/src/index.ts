import { spawnSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { parse } from 'yaml'

const Playbook = z.object({ steps: z.array(z.object({ use: z.string(), with: z.record(z.string()).default({}) })).max(20) })

const actions = new Map<string, readonly [string, ...string[]]>([
  ['build', ['npm', 'run', 'build']],
  ['test', ['npm', 'test']],
  ['lint', ['npm', 'run', 'lint']],
])

function start(use: string): string {
  const action = actions.get(use)
  if (!action) throw new Error(`there is no action ${use}`)
  const [program, ...rest] = action
  return spawnSync(program, rest, { shell: true, encoding: 'utf8' }).stdout
}

const server = new McpServer({ name: 'playbooks', version: '0.1.0' })

server.registerTool('check_playbook', { description: 'Runs the checks that a playbook names', inputSchema: { playbook: z.string() } }, async ({ playbook }) => {
  const { steps } = Playbook.parse(parse(playbook))
  return { content: [{ type: 'text', text: steps.map((step) => start(step.use)).join('\n') }] }
})

await server.connect(new StdioServerTransport())
