import type { Endpoint } from './endpoint.ts'
import { createKey } from './v1/create-key.ts'
import { createScan } from './v1/create-scan.ts'
import { deleteKey } from './v1/delete-key.ts'
import { getAccount } from './v1/get-account.ts'
import { getScan } from './v1/get-scan.ts'
import { getScanSarif } from './v1/get-scan-sarif.ts'
import { getScanSbom } from './v1/get-scan-sbom.ts'
import { listKeys } from './v1/list-keys.ts'
import { listScanVulnerabilities } from './v1/list-scan-vulnerabilities.ts'
import { listScans } from './v1/list-scans.ts'
import { rotateKey } from './v1/rotate-key.ts'
import { rotateWebhookSecret } from './v1/rotate-webhook-secret.ts'
import { streamScanEvents } from './v1/stream-scan-events.ts'

/** Every endpoint, sorted by id. */
export const endpoints: readonly Endpoint[] = [
  createKey,
  createScan,
  deleteKey,
  getAccount,
  getScan,
  getScanSarif,
  getScanSbom,
  listKeys,
  listScanVulnerabilities,
  listScans,
  rotateKey,
  rotateWebhookSecret,
  streamScanEvents,
]
