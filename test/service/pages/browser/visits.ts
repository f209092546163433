import type { Page } from 'playwright-core'
import { documentPaths } from '../../../../src/service/pages/docs/documents.ts'
import type { StartedService } from './started-service.ts'

/** A page that the browser suite checks. */
export interface Visit {
  /** Name of its screenshots. */
  readonly name: string
  /** Route of the page, such as `GET /servers/:slug`. */
  readonly route: string
  /** URL at which the visit starts. */
  readonly at: (service: StartedService) => string
  /** Actions that lead to the page, if any. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Expected status. Default: 200. */
  readonly status?: number
  /** True for a visit that is signed in to the account `local`. */
  readonly isSignedIn?: boolean
}

const button = (name: string) => async (page: Page) => page.getByRole('button', { name }).first().click()

/** Public pages. */
const publicVisits: readonly Visit[] = [
  { name: 'registry', route: 'GET /', at: () => '/' },
  { name: 'search', route: 'GET /', at: () => '/?q=desk' },
  { name: 'most-used', route: 'GET /', at: () => '/?list=most-used' },
  { name: 'recently-worse', route: 'GET /', at: () => '/?list=recently-worse' },
  { name: 'nothing-found', route: 'GET /', at: () => '/?q=zzzzqq' },
  { name: 'server', route: 'GET /servers/:slug', at: ({ slug }) => `/servers/${slug}` },
  { name: 'server-hostile', route: 'GET /servers/:slug', at: () => '/servers/npm-hostile-desk' },
  ...['findings', 'tools', 'dependencies', 'versions', 'history', 'badge'].flatMap((tab): Visit[] => [
    { name: `server-${tab}`, route: `GET /servers/:slug/${tab}`, at: ({ slug }) => `/servers/${slug}/${tab}` },
    {
      name: `server-hostile-${tab}`,
      route: `GET /servers/:slug/${tab}`,
      at: () => `/servers/npm-hostile-desk/${tab}`,
    },
  ]),
  { name: 'report', route: 'GET /scan/:scanId', at: ({ scanId }) => `/scan/${scanId}` },
  { name: 'report-with-code', route: 'GET /scan/:scanId', at: ({ scanId }) => `/scan/${scanId}?show=code` },
  { name: 'report-hostile', route: 'GET /scan/:scanId', at: ({ hostileScanId }) => `/scan/${hostileScanId}?show=code` },
  { name: 'scan-failed', route: 'GET /scan/:scanId', at: ({ failedScanId }) => `/scan/${failedScanId}` },
  { name: 'scan-running', route: 'GET /scan/:scanId', at: () => '/', act: submitEndless },
  {
    name: 'finding',
    route: 'GET /scan/:scanId/findings/:findingId',
    at: ({ scanId }) => `/scan/${scanId}`,
    act: async (page) =>
      page
        .getByRole('row')
        .filter({ hasText: /medium.*index\.js/ })
        .getByRole('link')
        .first()
        .click(),
  },
  {
    name: 'submission-refused',
    route: 'POST /scans',
    at: () => '/',
    status: 400,
    act: async (page) => fillAndSend(page, { URL: 'ftp://nothing.invalid/x' }, 'Start scan'),
  },
  {
    name: 'compare',
    route: 'GET /compare',
    at: ({ slug }) => `/compare?servers=${slug},npm-quiet-desk,npm-hostile-desk,unknown`,
  },
  { name: 'compare-search', route: 'GET /compare', at: ({ slug }) => `/compare?servers=${slug}&q=desk` },
  { name: 'compare-empty', route: 'GET /compare', at: () => '/compare' },
  { name: 'rules', route: 'GET /rules', at: () => '/rules' },
  { name: 'rules-filtered', route: 'GET /rules', at: () => '/rules?category=code&severity=high' },
  { name: 'rules-last-page', route: 'GET /rules', at: () => '/rules?category=secret&page=9' },
  { name: 'rule', route: 'GET /rules/:ruleId', at: () => '/rules/command-injection' },
  { name: 'advisories', route: 'GET /advisories', at: () => '/advisories' },
  {
    name: 'advisories-filtered',
    route: 'GET /advisories',
    at: () => '/advisories?severity=high&ecosystem=npm&exploited=1',
  },
  { name: 'advisory', route: 'GET /advisories/:advisoryId', at: () => '/advisories/GHSA-aaaa-bbbb-cccc' },
  { name: 'stats', route: 'GET /stats', at: () => '/stats' },
  { name: 'stats-of-language', route: 'GET /stats', at: () => '/stats?language=javascript' },
  { name: 'docs', route: 'GET /docs', at: () => '/docs' },
  ...['/docs/api', '/docs/errors', ...documentPaths].map((path): Visit => ({
    name: path.slice(1).replace('/', '-'),
    route: `GET ${path}`,
    at: () => path,
  })),
  ...['scans', 'servers', 'webhooks', 'account', 'keys', 'events', 'schemas'].map((name): Visit => ({
    name: `docs-api-${name}`,
    route: `GET /docs/api/${name}`,
    at: () => `/docs/api/${name}`,
  })),
  { name: 'docs-api-opened', route: 'GET /docs/api/scans', at: () => '/docs/api/scans#create-scan' },
  { name: 'docs-search', route: 'GET /docs/search', at: () => '/docs/search?q=webhook+signature' },
  { name: 'docs-search-empty', route: 'GET /docs/search', at: () => '/docs/search?q=zzzzqq' },
  { name: 'docs-design', route: 'GET /docs/design', at: () => '/docs/design' },
  ...['judgments', 'layouts', 'plots'].map((name): Visit => ({
    name: `docs-design-${name}`,
    route: 'GET /docs/design',
    at: () => `/docs/design?show=${name}`,
  })),
  { name: 'not-found', route: 'GET /nowhere', at: () => '/nowhere', status: 404 },
  { name: 'login', route: 'GET /login', at: () => '/login' },
  {
    name: 'login-refused',
    route: 'POST /login',
    at: () => '/login',
    status: 400,
    act: async (page) => fillAndSend(page, { 'Link, or': 'no link' }, 'Sign in'),
  },
  { name: 'github-setup-strange', route: 'GET /github/setup', at: () => '/github/setup', status: 403 },
  { name: 'github-setup', route: 'GET /github/setup', at: ({ setupLink }) => setupLink },
  { name: 'github-setup-not-begun', route: 'GET /github/setup/done', at: () => '/github/setup/done', status: 400 },
]

/**
 * Account pages, and server pages of signed-in visitors. The order matters, because later visits show what earlier ones
 * created.
 */
const memberVisits: readonly Visit[] = [
  { name: 'account', route: 'GET /account', at: () => '/account' },
  {
    name: 'account-organizations',
    route: 'GET /account/organizations',
    at: () => '/account/organizations',
  },
  {
    name: 'account-organization-unknown',
    route: 'GET /account/organizations/:host/:ownerId',
    at: () => '/account/organizations/github.com/1',
    status: 404,
  },
  {
    name: 'account-members-unknown',
    route: 'GET /account/organizations/:host/:ownerId/members',
    at: () => '/account/organizations/github.com/1/members',
    status: 404,
  },
  { name: 'account-scans', route: 'GET /account/scans', at: () => '/account/scans' },
  { name: 'account-keys', route: 'GET /account/keys', at: () => '/account/keys' },
  {
    name: 'account-key-shown-once',
    route: 'POST /account/keys',
    at: () => '/account/keys',
    status: 201,
    act: async (page) => fillAndSend(page, { 'Name, for example': 'looked at' }, 'Create key'),
  },
  {
    name: 'account-key-refused',
    route: 'POST /account/keys',
    at: () => '/account/keys',
    status: 400,
    act: async (page) =>
      fillAndSend(page, { 'Name, for example': 'of the past', 'Last valid day': '2020-01-01' }, 'Create key'),
  },
  { name: 'account-webhooks', route: 'GET /account/webhooks', at: () => '/account/webhooks' },
  {
    name: 'account-webhook-secret-shown-once',
    route: 'POST /account/webhooks',
    at: () => '/account/webhooks',
    status: 201,
    act: async (page) => fillAndSend(page, { 'URL (https)': 'https://127.0.0.1:9/looked-at' }, 'Add endpoint'),
  },
  {
    name: 'account-webhook',
    route: 'GET /account/webhooks/:webhookId',
    at: () => '/account/webhooks',
    act: async (page) => page.getByRole('link', { name: 'looked-at' }).first().click(),
  },
  {
    name: 'account-webhook-secret-rotated',
    route: 'POST /account/webhooks/:webhookId/rotate',
    at: () => '/account/webhooks',
    act: async (page) => {
      await page.getByRole('link', { name: 'looked-at' }).first().click()
      await button('Rotate secret')(page)
    },
  },
  { name: 'account-sessions', route: 'GET /account/sessions', at: () => '/account/sessions' },
  { name: 'account-audit', route: 'GET /account/audit', at: () => '/account/audit' },
  { name: 'account-unknown', route: 'GET /account/*rest', at: () => '/account/nothing', status: 404 },
  { name: 'server-signed-in', route: 'GET /servers/:slug', at: ({ slug }) => `/servers/${slug}` },
  {
    name: 'server-claimed',
    route: 'POST /servers/:slug/claim',
    at: ({ slug }) => `/servers/${slug}/badge`,
    act: button('Claim this server'),
  },
  {
    name: 'server-claim-refused',
    route: 'POST /servers/:slug/claim/check',
    at: ({ slug }) => `/servers/${slug}/badge`,
    status: 409,
    act: async (page) => untilRefused(page, 'Check now'),
  },
  {
    name: 'server-rescan-refused',
    route: 'POST /servers/:slug/rescan',
    at: () => '/servers/npm-quiet-desk/badge',
    status: 409,
    act: async (page) => untilRefused(page, 'Scan again'),
  },
  {
    name: 'server-dispute-refused',
    route: 'POST /servers/:slug/disputes',
    at: ({ slug }) => `/servers/${slug}/badge`,
    status: 400,
    act: disputeWithoutClaim,
  },
]

/** All visits, in order. */
export const visits: readonly Visit[] = [
  ...publicVisits,
  ...memberVisits.map((visit) => ({ ...visit, isSignedIn: true })),
]

/**
 * Routes without their own page: `file` returns a file, and `elsewhere` redirects to a page of another visit.
 */
export const withoutPage: Readonly<Record<'file' | 'elsewhere', readonly RegExp[]>> = {
  file: [
    /^GET \/(?:pages|previews)\//,
    /^GET \/(?:healthz|readyz|suggestions|robots\.txt|assay\.schema\.json)$/,
    /^GET \/sitemap/,
    /^GET \/stats\/[\w-]+\.(?:csv|json)$/,
    /^GET \/\.well-known\//,
    /^GET \/v0\.1\//,
    /\/badge\.svg$/,
    /^GET \/scan\/:scanId\/(?:events|report\.html|report\.json|report\.sarif|sbom\.cdx\.json|sbom\.spdx\.json)$/,
  ],
  elsewhere: [
    /^GET \/servers$/,
    /^GET \/advisories\/find$/,
    /^GET \/docs\/(?:registry\/receipt\/v1|self-hosting)$/,
    /^POST \/appearance$/,
    /^POST \/session\/end$/,
    /^GET \/session\/github(?:\/callback)?$/,
    /^POST \/account\/(?:choose|private-sources|keys\/:keyId\/revoke|sessions\/:sessionId\/end)$/,
    /^POST \/account\/webhooks\/:webhookId\/(?:delete|pause|ping|resume|deliveries\/:deliveryId\/redeliver)$/,
  ],
}

async function fillAndSend(page: Page, fields: Readonly<Record<string, string>>, send: string): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).first().fill(text)
  await page.getByRole('button', { name: send, exact: true }).click()
}

/** Sends a form on the page of a server until the service rejects it as too early. */
async function untilRefused(page: Page, send: string): Promise<void> {
  const address = page.url()
  for (let sent = 0; sent < 60; sent += 1) {
    await button(send)(page)
    if ((await page.getByRole('heading', { name: 'Request failed' }).count()) > 0) return
    await page.goto(address)
  }
}

/** Sends a dispute without a verified claim. */
async function disputeWithoutClaim(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[action$="/rescan"]'))
      form.action = form.action.replace(/rescan$/, 'disputes')
  })
  await button('Scan again')(page)
}

/** Starts a scan that runs longer than the visit, because its package registry responds slowly. */
async function submitEndless(page: Page): Promise<void> {
  await fillAndSend(page, { URL: 'https://www.npmjs.com/package/endless-desk' }, 'Start scan')
  await page.getByRole('progressbar').waitFor()
}
