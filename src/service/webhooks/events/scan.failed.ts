import { z } from 'zod'
import { ScanFailureCode } from '../../../engine/model/scan.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** A scan has ended without results. */
export const scanFailed: WebhookEventType = {
  name: 'scan.failed',
  summary: 'A scan has ended without results',
  description: 'Also told of a scan that was cancelled, with the code `CANCELLED`.',
  plans: everyPlan,
  data: z.object({
    scanId: z.string().meta({ description: 'The scan.' }),
    url: z.string().meta({ description: 'The address as it was submitted.' }),
    status: z.literal('failed').meta({ description: 'How the scan ended.' }),
    error: z.string().meta({ description: 'What went wrong and what to do, for people.' }),
    errorCode: ScanFailureCode,
    reportUrl: z.url().meta({ description: 'The page of the scan, for people.' }),
  }),
  example: {
    scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
    url: 'https://www.npmjs.com/package/no-such-server',
    status: 'failed',
    error: 'The npm registry knows no package no-such-server.',
    errorCode: 'SOURCE_NOT_FOUND',
    reportUrl: 'https://assay.example/scan/scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
  },
}
