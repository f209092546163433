import { z } from 'zod'
import { Grade } from '../../../engine/model/score.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer, EventVersion } from '../event-server.ts'

/** Server rating by one formula version. */
const Rating = EventVersion.extend({
  grade: Grade,
  securityScore: z.number().min(0).max(100).meta({ description: 'Security score from 0 to 100, where 100 is best.' }),
  method: z.string().meta({ description: 'Scoring formula version.' }),
}).meta({ id: 'EventRating', description: 'A server rating and the version that it applies to.' })

/** Sent if a server's grade has changed. */
export const serverGradeChanged: WebhookEventType = {
  name: 'server.grade_changed',
  summary: 'The grade of a server in the registry has changed',
  description:
    'The event is sent to accounts that watch, have claimed, or have scanned the server. `cause` indicates ' +
    'what changed: the code itself, or only the data or rules that the rating is based on.',
  plans: everyPlan,
  data: z.object({
    server: EventServer,
    before: Rating.meta({ description: 'Previous rating.' }),
    after: Rating.meta({ description: 'Current rating.' }),
    cause: z.enum(['code', 'advisory', 'rules', 'metadata', 'resolution']).meta({
      description:
        'Cause of the change. `code`: a new version was published. `advisory`: an advisory for the same ' +
        'version was added or changed. `rules`: the rules or the scoring formula changed. `metadata`: the ' +
        "package's registry metadata changed. `resolution`: the registries have newer versions of dependencies " +
        'without a lockfile.',
    }),
    advisories: z
      .array(z.string())
      .meta({ description: 'IDs of the advisories that caused the change. Empty if the cause is not `advisory`.' }),
  }),
  example: {
    server: { id: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10', slug: 'npm-server', name: 'server' },
    before: {
      version: '1.0.0',
      scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
      grade: 'A+',
      securityScore: 98,
      method: '1',
    },
    after: { version: '1.0.0', scanId: 'scan_Qm7xT2pWc5LrV8aNdEfGhIjKoPq', grade: 'D', securityScore: 54, method: '1' },
    cause: 'advisory',
    advisories: ['GHSA-aaaa-bbbb-cccc'],
  },
}
