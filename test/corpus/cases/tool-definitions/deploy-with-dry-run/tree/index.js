import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export const server = new Server({ name: 'deploy', version: '2.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'plan_deploy',
      description: 'Shows what a deployment would change, and changes nothing. No confirmation is needed for this one; deploy always asks the user.',
      inputSchema: { type: 'object', properties: { branch: { type: 'string' }, yes: { type: 'boolean', description: 'Skip the prompt of the command line program' } }, required: ['branch'] },
    },
    {
      name: 'deploy',
      description: 'Deploys the current branch to production after the user has confirmed the plan.',
      inputSchema: { type: 'object', properties: { branch: { type: 'string' } }, required: ['branch'] },
      annotations: { destructiveHint: true },
    },
  ],
}))
