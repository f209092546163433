import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer, EventVersion } from '../event-server.ts'

const ToolHash = z.string().meta({
  description:
    'SHA-256 of name, description and input schema as the server declares them, lower-case hex: equal ' +
    'hashes stand for tools that a model is told of alike.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})
const toolName = z.string().meta({ description: 'Name of the tool.', examples: ['read_file'] })

/** A tool that one of two versions has. */
const DeclaredTool = z
  .object({ name: toolName, hash: ToolHash })
  .meta({ id: 'EventTool', description: 'A tool that only one of two versions has.' })

/** A tool that both versions have, and declare differently. */
const ChangedTool = z
  .object({
    name: toolName,
    before: ToolHash.meta({ description: 'Its hash before.' }),
    after: ToolHash.meta({ description: 'Its hash now.' }),
    changes: z
      .array(z.enum(['description', 'inputSchema', 'outputSchema', 'annotations', 'capabilities']))
      .min(1)
      .meta({ description: 'Which parts differ; `capabilities`: what its code can do, of which no definition tells.' }),
    isWidened: z.boolean().meta({ description: 'It takes or can do more than before.' }),
  })
  .meta({ id: 'EventToolChange', description: 'A tool that both versions have, and declare differently.' })

/** A server of the registry tells models of other tools than before. */
export const serverToolsChanged: WebhookEventType = {
  name: 'server.tools_changed',
  summary: 'A server of the registry declares other tools than before',
  description:
    'Goes to accounts that watch the server, have claimed it or have scanned it. A description that changes ' +
    'after it was approved is how a tool is turned against its users: compare the hashes with those that ' +
    'you have approved.',
  plans: everyPlan,
  data: z.object({
    server: EventServer,
    before: EventVersion.meta({ description: 'The version with the old tools.' }),
    after: EventVersion.meta({ description: 'The version with the new tools.' }),
    added: z.array(DeclaredTool).meta({ description: 'Tools that are new.' }),
    removed: z.array(DeclaredTool).meta({ description: 'Tools that are gone.' }),
    changed: z.array(ChangedTool).meta({ description: 'Tools that are declared differently.' }),
    toolsHash: ToolHash.meta({ description: 'SHA-256 over all tools of the new version, lower-case hex.' }),
  }),
  example: {
    server: { id: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10', slug: 'npm-server', name: 'server' },
    before: { version: '1.0.0', scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm' },
    after: { version: '1.1.0', scanId: 'scan_Qm7xT2pWc5LrV8aNdEfGhIjKoPq' },
    added: [{ name: 'delete_file', hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' }],
    removed: [],
    changed: [
      {
        name: 'read_file',
        before: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        after: 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',
        changes: ['description'],
        isWidened: false,
      },
    ],
    toolsHash: 'baa5a0964d3320fbc0c6a922140453c8513ea24ab8fd0577034804a967248096',
  },
}
