import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(exec)

export function registerPing(server) {
  server.registerTool(
    'ping_host',
    { description: 'Checks whether a host answers.', inputSchema: { host: z.string() } },
    async ({ host }) => {
      const { stdout } = await run(`ping -c 3 ${host}`)
      return { content: [{ type: 'text', text: stdout }] }
    },
  )
}
