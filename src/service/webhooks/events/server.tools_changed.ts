import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer, EventVersion } from '../event-server.ts'

const ToolHash = z.string().meta({
  description:
    "SHA-256 of the tool's canonical definition, in lowercase hexadecimal. If two tools have the same hash, " +
    'models receive the same definition for both.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})
const toolName = z.string().meta({ description: 'Tool name.', examples: ['read_file'] })

/** Tool that only one of the two versions has. */
const DeclaredTool = z
  .object({ name: toolName, hash: ToolHash })
  .meta({ id: 'EventTool', description: 'A tool that exists in only one of the two versions.' })

/** Tool whose definition differs between the two versions. */
const ChangedTool = z
  .object({
    name: toolName,
    before: ToolHash.meta({ description: 'Hash in the previous version.' }),
    after: ToolHash.meta({ description: 'Hash in the new version.' }),
    changes: z
      .array(z.enum(['description', 'inputSchema', 'outputSchema', 'annotations', 'capabilities']))
      .min(1)
      .meta({
        description:
          "Parts that differ. `capabilities` refers to the capabilities of the tool's code, which are not part of " +
          'the definition.',
      }),
    isWidened: z
      .boolean()
      .meta({ description: 'True if the tool accepts more input or has more capabilities than before.' }),
  })
  .meta({
    id: 'EventToolChange',
    description: 'A tool whose definition or capabilities differ between the two versions.',
  })

/** Sent if a server's tools have changed. */
export const serverToolsChanged: WebhookEventType = {
  name: 'server.tools_changed',
  summary: 'The tools of a server in the registry have changed',
  description:
    'The event is sent to accounts that watch, have claimed, or have scanned the server. Compare the current ' +
    'hashes with the hashes that you approved, because an attacker can change a description after you approve it ' +
    '(rug pull).',
  plans: everyPlan,
  data: z.object({
    server: EventServer,
    before: EventVersion.meta({ description: 'Version before the tools changed.' }),
    after: EventVersion.meta({ description: 'Version after the tools changed.' }),
    added: z.array(DeclaredTool).meta({ description: 'Added tools.' }),
    removed: z.array(DeclaredTool).meta({ description: 'Removed tools.' }),
    changed: z.array(ChangedTool).meta({ description: 'Changed tools.' }),
    toolsHash: ToolHash.meta({ description: 'SHA-256 of all tools in the new version, in lowercase hexadecimal.' }),
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
