import { z } from 'zod'
import { ScanFailureCode } from '../../../engine/model/scan.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** Sent if a scan has finished without results. */
export const scanFailed: WebhookEventType = {
  name: 'scan.failed',
  summary: 'A scan has failed',
  description: 'The event is also sent for canceled scans, with the code `CANCELLED`.',
  plans: everyPlan,
  data: z.object({
    scanId: z.string().meta({ description: 'Scan ID.' }),
    url: z.string().meta({ description: 'Submitted URL.' }),
    status: z.literal('failed').meta({ description: 'Scan status.' }),
    error: z.string().meta({ description: 'Description of the problem and how to resolve it.' }),
    errorCode: ScanFailureCode,
    reportUrl: z.url().meta({ description: 'URL of the scan page.' }),
  }),
  example: {
    scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
    url: 'https://www.npmjs.com/package/no-such-server',
    status: 'failed',
    error: 'The npm registry has no package named "no-such-server".',
    errorCode: 'SOURCE_NOT_FOUND',
    reportUrl: 'https://assay.example/scan/scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
  },
}
