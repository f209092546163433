import type { Endpoint } from './endpoint.ts'
import { createKey } from './v1/create-key.ts'
import { createScan } from './v1/create-scan.ts'
import { createWebhook } from './v1/create-webhook.ts'
import { deleteKey } from './v1/delete-key.ts'
import { deleteScan } from './v1/delete-scan.ts'
import { deleteWebhook } from './v1/delete-webhook.ts'
import { exchangeGithubOidc } from './v1/exchange-github-oidc.ts'
import { getAccount } from './v1/get-account.ts'
import { getScan } from './v1/get-scan.ts'
import { getScanSarif } from './v1/get-scan-sarif.ts'
import { getScanSbom } from './v1/get-scan-sbom.ts'
import { getWebhook } from './v1/get-webhook.ts'
import { getWebhookDelivery } from './v1/get-webhook-delivery.ts'
import { listKeys } from './v1/list-keys.ts'
import { listScanDeliveries } from './v1/list-scan-deliveries.ts'
import { listScanVulnerabilities } from './v1/list-scan-vulnerabilities.ts'
import { listScans } from './v1/list-scans.ts'
import { listWatches } from './v1/list-watches.ts'
import { listWebhookDeliveries } from './v1/list-webhook-deliveries.ts'
import { listWebhookEvents } from './v1/list-webhook-events.ts'
import { listWebhooks } from './v1/list-webhooks.ts'
import { pingWebhook } from './v1/ping-webhook.ts'
import { recoverWebhook } from './v1/recover-webhook.ts'
import { redeliverWebhookDelivery } from './v1/redeliver-webhook-delivery.ts'
import { rotateEndpointSecret } from './v1/rotate-endpoint-secret.ts'
import { rotateKey } from './v1/rotate-key.ts'
import { rotateWebhookSecret } from './v1/rotate-webhook-secret.ts'
import { streamScanEvents } from './v1/stream-scan-events.ts'
import { unwatchServer } from './v1/unwatch-server.ts'
import { updateWebhook } from './v1/update-webhook.ts'
import { watchServer } from './v1/watch-server.ts'

/** Every endpoint, sorted by id. */
export const endpoints: readonly Endpoint[] = [
  createKey,
  createScan,
  createWebhook,
  deleteKey,
  deleteScan,
  deleteWebhook,
  exchangeGithubOidc,
  getAccount,
  getScan,
  getScanSarif,
  getScanSbom,
  getWebhook,
  getWebhookDelivery,
  listKeys,
  listScanDeliveries,
  listScanVulnerabilities,
  listScans,
  listWatches,
  listWebhookDeliveries,
  listWebhookEvents,
  listWebhooks,
  pingWebhook,
  recoverWebhook,
  redeliverWebhookDelivery,
  rotateEndpointSecret,
  rotateKey,
  rotateWebhookSecret,
  streamScanEvents,
  unwatchServer,
  updateWebhook,
  watchServer,
]
