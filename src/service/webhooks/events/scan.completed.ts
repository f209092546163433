import { z } from 'zod'
import { ScanResults, Verdict } from '../../../engine/model/scan.ts'
import { SourceIdentity } from '../../../engine/model/target.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** Sent if a scan has finished with results. */
export const scanCompleted: WebhookEventType = {
  name: 'scan.completed',
  summary: 'A scan has completed',
  description:
    'The event contains the numeric results of the scan. Use the API to retrieve the findings. The event is ' +
    'also sent if the results were reused from an earlier scan. In that case, `cached` is true.',
  plans: everyPlan,
  data: z.object({
    scanId: z.string().meta({ description: 'Scan ID.' }),
    url: z.string().meta({ description: 'Submitted URL.' }),
    status: z.literal('completed').meta({ description: 'Scan status.' }),
    results: ScanResults,
    reportUrl: z
      .url()
      .meta({ description: 'URL of the scan page. You must sign in to view scans of private sources.' }),
    verdict: Verdict,
    // Package facts are omitted, because they contain package scripts, which could make the event larger than receivers
    // accept.
    source: SourceIdentity.omit({ package: true }).meta({
      description:
        'Scanned source. Use the API to retrieve the information that the package registry provides about the ' +
        'source.',
    }),
    cached: z
      .boolean()
      .meta({ description: 'True if the result was reused from an earlier scan of the same revision.' }),
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
