import { z } from 'zod'
import { ScanResults, Verdict } from '../../../engine/model/scan.ts'
import { SourceIdentity } from '../../../engine/model/target.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** A scan has results. */
export const scanCompleted: WebhookEventType = {
  name: 'scan.completed',
  summary: 'A scan has completed',
  description:
    'Carries the numbers of the scan; its findings are read with the API. A result that an earlier scan of ' +
    'the same revision already had is told too, with `cached`.',
  plans: everyPlan,
  data: z.object({
    scanId: z.string().meta({ description: 'The scan.' }),
    url: z.string().meta({ description: 'The address as it was submitted.' }),
    status: z.literal('completed').meta({ description: 'How the scan ended.' }),
    results: ScanResults,
    reportUrl: z.url().meta({ description: 'The page of the scan, for people; of public sources only.' }),
    verdict: Verdict,
    // Without what a registry says of the package, scripts and all: it may be larger than a POST, and would keep its
    // own scan from being heard of.
    source: SourceIdentity.omit({ package: true }).meta({
      description: 'What was scanned; what the package registry says of it is read with the API.',
    }),
    cached: z.boolean().meta({ description: 'The result is one of an earlier scan of the same revision.' }),
  }),
  example: {
    scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
    url: 'https://www.npmjs.com/package/server',
    status: 'completed',
    results: {
      securityScore: 54,
      grade: 'D',
      vulnerabilities: { critical: 1, high: 0, medium: 2, low: 0, info: 0, total: 3 },
      partial: false,
      method: '1',
    },
    reportUrl: 'https://assay.example/scan/scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
    verdict: 'fail',
    source: {
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/server',
      revision: '1.0.0',
      digest: 'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    },
    cached: false,
  },
}
