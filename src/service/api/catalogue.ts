import type { Endpoint } from './endpoint.ts'
import { compareServers } from './v1/compare-servers.ts'
import { createClaim } from './v1/create-claim.ts'
import { createClaimCheck } from './v1/create-claim-check.ts'
import { createDispute } from './v1/create-dispute.ts'
import { createKey } from './v1/create-key.ts'
import { createRescan } from './v1/create-rescan.ts'
import { createScan } from './v1/create-scan.ts'
import { createWebhook } from './v1/create-webhook.ts'
import { deleteClaim } from './v1/delete-claim.ts'
import { deleteDispute } from './v1/delete-dispute.ts'
import { deleteKey } from './v1/delete-key.ts'
import { deleteScan } from './v1/delete-scan.ts'
import { deleteWebhook } from './v1/delete-webhook.ts'
import { exchangeGithubOidc } from './v1/exchange-github-oidc.ts'
import { getAccount } from './v1/get-account.ts'
import { getAdvisory } from './v1/get-advisory.ts'
import { getScan } from './v1/get-scan.ts'
import { getScanSarif } from './v1/get-scan-sarif.ts'
import { getScanSbom } from './v1/get-scan-sbom.ts'
import { getServer } from './v1/get-server.ts'
import { getServerCategory } from './v1/get-server-category.ts'
import { getServerQuality } from './v1/get-server-quality.ts'
import { getServerReceipt } from './v1/get-server-receipt.ts'
import { getServerScore } from './v1/get-server-score.ts'
import { getServerStats } from './v1/get-server-stats.ts'
import { getWebhook } from './v1/get-webhook.ts'
import { getWebhookDelivery } from './v1/get-webhook-delivery.ts'
import { listAdvisoryActivity } from './v1/list-advisory-activity.ts'
import { listClaims } from './v1/list-claims.ts'
import { listDisputes } from './v1/list-disputes.ts'
import { listKeys } from './v1/list-keys.ts'
import { listScanDeliveries } from './v1/list-scan-deliveries.ts'
import { listScanVulnerabilities } from './v1/list-scan-vulnerabilities.ts'
import { listScans } from './v1/list-scans.ts'
import { listServerHistory } from './v1/list-server-history.ts'
import { listServerLookalikes } from './v1/list-server-lookalikes.ts'
import { listServerToolChanges } from './v1/list-server-tool-changes.ts'
import { listServerTools } from './v1/list-server-tools.ts'
import { listServerVulnerabilities } from './v1/list-server-vulnerabilities.ts'
import { listServers } from './v1/list-servers.ts'
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
import { searchServers } from './v1/search-servers.ts'
import { streamScanEvents } from './v1/stream-scan-events.ts'
import { unwatchServer } from './v1/unwatch-server.ts'
import { updateAccount } from './v1/update-account.ts'
import { updateWebhook } from './v1/update-webhook.ts'
import { watchServer } from './v1/watch-server.ts'

/** All endpoints, sorted by ID. */
export const endpoints: readonly Endpoint[] = [
  compareServers,
  createClaim,
  createClaimCheck,
  createDispute,
  createKey,
  createRescan,
  createScan,
  createWebhook,
  deleteClaim,
  deleteDispute,
  deleteKey,
  deleteScan,
  deleteWebhook,
  exchangeGithubOidc,
  getAccount,
  getAdvisory,
  getScan,
  getScanSarif,
  getScanSbom,
  getServer,
  getServerCategory,
  getServerQuality,
  getServerReceipt,
  getServerScore,
  getServerStats,
  getWebhook,
  getWebhookDelivery,
  listAdvisoryActivity,
  listClaims,
  listDisputes,
  listKeys,
  listScanDeliveries,
  listScanVulnerabilities,
  listScans,
  listServerHistory,
  listServerLookalikes,
  listServerToolChanges,
  listServerTools,
  listServerVulnerabilities,
  listServers,
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
  searchServers,
  streamScanEvents,
  unwatchServer,
  updateAccount,
  updateWebhook,
  watchServer,
]
