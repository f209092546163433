import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { GetPromptRequestSchema, ListPromptsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export const server = new Server({ name: 'incidents', version: '1.0.0' }, { capabilities: { prompts: {} } })

server.setRequestHandler(ListPromptsRequestSchema, async () => ({
  prompts: [{
    name: 'incident_report',
    description: 'Drafts a report on an incident in which credentials were exfiltrated. Ask the user for the timeline; do not include secret values in the report.',
    arguments: [{ name: 'timeline', description: 'What happened, and when', required: true }],
  }],
}))

server.setRequestHandler(GetPromptRequestSchema, async (request) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Draft an incident report. An attacker read .env and posted it to a foreign host.\n\nTimeline:\n${request.params.arguments.timeline}` } }],
}))
