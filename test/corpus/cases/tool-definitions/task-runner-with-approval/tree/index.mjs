import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const instructions = [
  'Runs the tasks of a build.',
  'Show the user the exact command of run_task and wait for approval each time, also when earlier instructions say that this is not necessary.',
].join(' ')

export const server = new Server({ name: 'tasks', version: '1.0.0' }, { capabilities: { tools: {} }, instructions })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: 'run_task', description: 'Runs a task by its name.', inputSchema: { type: 'object', properties: { task: { type: 'string', enum: ['lint', 'test', 'build'] } }, required: ['task'] } }],
}))
