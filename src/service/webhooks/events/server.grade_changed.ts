import { z } from 'zod'
import { Grade } from '../../../engine/model/score.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer, EventVersion } from '../event-server.ts'

/** What a server was rated by one version of the formula. */
const Rating = EventVersion.extend({
  grade: Grade,
  securityScore: z.number().min(0).max(100).meta({ description: 'From 0 to 100; 100 is best.' }),
  method: z.string().meta({ description: 'Version of the scoring formula.' }),
}).meta({ id: 'EventRating', description: 'A rating of a server, and what it is of.' })

/** A server of the registry has another grade. */
export const serverGradeChanged: WebhookEventType = {
  name: 'server.grade_changed',
  summary: 'A server of the registry has another grade',
  description:
    'Goes to accounts that watch the server, have claimed it or have scanned it. `cause` tells whether the ' +
    'code changed or only what is known about it.',
  plans: everyPlan,
  data: z.object({
    server: EventServer,
    before: Rating.meta({ description: 'What it was.' }),
    after: Rating.meta({ description: 'What it is now.' }),
    cause: z.enum(['code', 'advisory', 'rules', 'metadata']).meta({
      description:
        '`code`: a new version. `advisory`: a new or changed advisory about the same version. `rules`: we ' +
        'find or count differently. `metadata`: what the registry of its source says has changed.',
    }),
    advisories: z.array(z.string()).meta({ description: 'Ids of the advisories that did it; empty for other causes.' }),
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
