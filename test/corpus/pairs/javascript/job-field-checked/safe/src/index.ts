import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { Job } from './job.ts'

const server = new McpServer({ name: 'jobs', version: '1.0.0' })
const jobs: Job[] = []

server.registerTool('queue_job', { description: 'Queues a build', inputSchema: { branch: z.string() } }, async ({ branch }) => {
  jobs.push(new Job(branch))
  return { content: [{ type: 'text', text: `${jobs.length} jobs` }] }
})

server.registerTool('run_jobs', { description: 'Runs what is queued', inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: jobs.splice(0).map((job) => job.run()).join('\n') }],
}))

await server.connect(new StdioServerTransport())
