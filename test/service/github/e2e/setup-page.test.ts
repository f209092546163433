import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/settings/config.ts'
import { createManifestPass, passMs } from '../../../../src/service/github/manifest-pass.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { dataFolder, runAssay } from '../../../support/assay-process.ts'
import { requestProblems } from '../../../support/fake-github/api-description.ts'
import { testApi } from '../../../support/test-api.ts'

const pem = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()
const webhookSecret = randomBytes(20).toString('hex')
const registered = {
  id: 4711,
  html_url: 'https://github.com/apps/assay-example',
  webhook_secret: webhookSecret,
  pem,
  client_id: 'Iv1.0',
  client_secret: 'unused',
}

/** GitHub's response to a code, and all codes that were exchanged. */
let answer: () => { status: number; body: unknown }
const asked: string[] = []
const problems: string[] = []
const github = createServer(async (request, response) => {
  const body = await text(request)
  const path = new URL(request.url ?? '', 'http://github.example').pathname
  problems.push(...requestProblems(request.method ?? '', path, new URLSearchParams(), body))
  asked.push(path.split('/')[2] ?? '')
  const { status, body: answered } = answer()
  if (status === 0) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
})
github.listen(0, '127.0.0.1')
await once(github, 'listening')
const apiUrl = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
const network = createNetwork({ allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32') })

let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  }),
)
const time = new Date('2026-06-01T12:00:00Z')
const setup = { place: { host: 'github.com', apiUrl }, isConfigured: false, network }
const serve = (
  place: Partial<typeof setup.place> = {},
  { isConfigured = false, publicUrl = 'https://assay.example' } = {},
) =>
  testApi({
    log,
    now: () => time,
    publicUrl,
    githubSetup: { ...setup, place: { ...setup.place, ...place }, isConfigured },
  })
const api = await serve()
const unreachableApi = await serve({}, { publicUrl: 'http://127.0.0.1:3000' })
const configuredApi = await serve({}, { isConfigured: true })
const cutOffApi = await serve({ apiUrl: 'http://127.0.0.1:1' })
const enterpriseApi = await serve({ host: 'ghe.example:8443' }, { publicUrl: 'https://10.0.0.5' })

afterAll(async () => {
  expect(problems).toEqual([])
  await network[Symbol.asyncDispose]()
  github.close()
})
beforeEach(() => {
  answer = () => ({ status: 201, body: registered })
  asked.length = 0
})

/** A browser without scripts. It keeps cookies and does not follow redirects. */
function browser(address = api.address) {
  let cookie = ''
  return {
    async get(path: string, init: RequestInit = {}) {
      const response = await fetch(`${address}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { cookie, ...init.headers },
      })
      for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0] ?? ''
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
    async open(pass = createManifestPass(api, time)) {
      const opened = await this.get(`/github/setup?pass=${pass}`)
      expect(opened).toMatchObject({ status: 303 })
      expect(opened.headers.get('location')).toBe('/github/setup')
      return this.get('/github/setup')
    },
  }
}
const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const stateIn = (html: string) =>
  new URL(unescaped(/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '')).searchParams.get('state') ?? ''

describe('the page that sets up the GitHub App', () => {
  it('opens only with a pass, which a cookie keeps out of the address', async () => {
    const visitor = browser()
    expect(await visitor.get('/github/setup')).toMatchObject({
      status: 403,
      html: expect.stringContaining('github setup'),
    })
    expect(await visitor.get('/github/setup?pass=wrong')).toMatchObject({ status: 403 })
    const opened = await visitor.get(`/github/setup?pass=${createManifestPass(api, time)}`)
    expect(opened.headers.get('set-cookie')).toMatch(
      /^assay_github_setup=.+; Path=\/github\/setup;.* HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await visitor.get('/github/setup')).toMatchObject({ status: 200 })
  })

  it('does not open with a pass that has ended, was altered, or is of another installation', async () => {
    const ended = createManifestPass(api, new Date(time.getTime() - passMs - 1_000))
    const good = createManifestPass(api, time)
    const altered = good.replace(/^\d+/, (expires) => String(Number(expires) + 3_600))
    const foreign = createManifestPass(
      { masterKey: { derive: () => randomBytes(32), keyPeppers: [randomBytes(32)] } },
      time,
    )
    for (const pass of [ended, altered, foreign, `${good}x`, '..', ''])
      expect(await browser().get(`/github/setup?pass=${pass}`), pass).toMatchObject({ status: 403 })
  })

  it('sends a manifest with addresses, events and permissions to GitHub and nowhere else', async () => {
    const { html, headers } = await browser().open()
    const manifest = JSON.parse(unescaped(/name="manifest" value="([^"]*)"/.exec(html)?.[1] ?? ''))
    expect(manifest).toMatchObject({
      url: 'https://assay.example',
      hook_attributes: { url: 'https://assay.example/api/github/webhooks', active: true },
      redirect_url: 'https://assay.example/github/setup/done',
      public: false,
      default_permissions: { checks: 'write', contents: 'read' },
    })
    expect(manifest.default_events).toContain('pull_request')
    expect(html).toContain('action="https://github.com/settings/apps/new?state=')
    expect(headers.get('content-security-policy')).toMatch(/form-action 'self' https:\/\/github\.com;/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).not.toContain('<script')
  })

  it('registers for an organisation when asked, and takes nothing else for its name', async () => {
    const visitor = browser()
    await visitor.open()
    expect((await visitor.get('/github/setup?organization=acme-inc')).html).toContain(
      'action="https://github.com/organizations/acme-inc/settings/apps/new?state=',
    )
    expect(await visitor.get('/github/setup?organization=a/../b')).toMatchObject({ status: 400 })
  })

  it('says that GitHub cannot reach a private address, and sends nothing there', async () => {
    const server = unreachableApi
    const visitor = browser(server.address)
    const { html } = await visitor.open(createManifestPass(server, time))
    expect(html).toContain('Service not reachable from GitHub')
    expect(html).not.toMatch(/action="https:/)
  })

  it('says that the app is set up when it is, and does nothing', async () => {
    const server = configuredApi
    const visitor = browser(server.address)
    for (const path of [
      `/github/setup?pass=${createManifestPass(server, time)}`,
      '/github/setup',
      '/github/setup/done?code=abc&state=x',
    ]) {
      const page = await visitor.get(path)
      expect(page).toMatchObject({ status: 200, html: expect.stringContaining('already has a GitHub App') })
      expect(page.headers.getSetCookie()).toEqual([])
    }
    expect(asked).toEqual([])
  })
})

describe('what GitHub sends back', () => {
  it('becomes settings that the service takes, shown once and never logged', async () => {
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    const done = await visitor.get(`/github/setup/done?code=one-time-code&state=${state}`)
    expect(done).toMatchObject({
      status: 200,
      html: expect.stringContaining('https://github.com/apps/assay-example/installations/new'),
    })
    expect(done.headers.get('cache-control')).toBe('no-store')
    const lines = Object.fromEntries(
      (/<pre>([^<]*)<\/pre>/.exec(done.html)?.[1] ?? '')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    expect(readConfig(lines).githubApp).toMatchObject({ id: '4711', webhookSecret, host: 'github.com' })
    expect(readConfig(lines).githubSignIn).toMatchObject({
      clientId: 'Iv1.0',
      clientSecret: 'unused',
      webUrl: 'https://github.com',
    })
    expect(readConfig(lines).githubApp?.privateKey.export({ type: 'pkcs1', format: 'pem' })).toBe(pem)
    expect(asked).toEqual(['one-time-code'])
    // The cookie is deleted: opening the same URL again sends no request to GitHub.
    expect(await visitor.get(`/github/setup/done?code=one-time-code&state=${state}`)).toMatchObject({ status: 403 })
    expect(asked).toEqual(['one-time-code'])
    expect(logged).toContain('/github/setup/done')
    for (const secret of [webhookSecret, state, 'one-time-code', lines['PRIVATE_KEY'] ?? pem, 'BEGIN RSA'])
      expect(logged).not.toContain(secret)
  })

  it('is refused with a state of another pass, with none and with an altered one', async () => {
    const stranger = stateIn((await browser().open()).html)
    const visitor = browser()
    const own = stateIn((await visitor.open()).html)
    for (const state of [stranger, '', `${own}x`, own.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]) {
      expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`)).toMatchObject({ status: 400 })
    }
    expect(await visitor.get(`/github/setup/done?code=..%2F..%2Fuser&state=${own}`)).toMatchObject({ status: 400 })
    expect(await browser().get(`/github/setup/done?code=c0de&state=${own}`)).toMatchObject({ status: 403 })
    expect(asked).toEqual([])
  })

  it('is not exchanged twice, not even by a browser that kept its cookie', async () => {
    const pass = createManifestPass(api, time)
    const first = browser()
    const state = stateIn((await first.open(pass)).html)
    expect(await first.get(`/github/setup/done?code=c0de&state=${state}`)).toMatchObject({ status: 200 })
    const second = browser()
    await second.open(pass)
    expect(await second.get(`/github/setup/done?code=c0de&state=${state}`)).toMatchObject({ status: 409 })
    expect(asked).toEqual(['c0de'])
  })

  it('is not exchanged by a look whether the page is there', async () => {
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`, { method: 'HEAD' })).toMatchObject({
      status: 405,
    })
    expect(asked).toEqual([])
  })

  it.each([
    [{ status: 404, body: { message: 'Not Found' } }, 410, 'no longer accepts the code'],
    [{ status: 500, body: {} }, 502, 'No response from GitHub'],
    [{ status: 403, body: {} }, 502, 'refused the request'],
    [{ status: 201, body: { ...registered, pem: 'none' } }, 502, 'No credentials from GitHub'],
    [
      { status: 201, body: { ...registered, webhook_secret: `${webhookSecret}\nLOG_LEVEL=trace` } },
      502,
      'No credentials from GitHub',
    ],
    [{ status: 201, body: { ...registered, webhook_secret: null } }, 502, 'No credentials from GitHub'],
  ])('and does not work is told as a failure: %#', async (answered, status, says) => {
    answer = () => answered
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    const failed = await visitor.get(`/github/setup/done?code=c0de&state=${state}`)
    expect(failed).toMatchObject({ status, html: expect.stringContaining(says) })
    expect(failed.html).not.toContain(webhookSecret)
  })

  it('can be loaded again after GitHub could not be asked', async () => {
    const server = cutOffApi
    const visitor = browser(server.address)
    const state = stateIn((await visitor.open(createManifestPass(server, time))).html)
    for (const attempt of ['first', 'second'])
      expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`), attempt).toMatchObject({
        status: 502,
        html: expect.stringContaining('not reachable'),
      })
  })

  it('can be loaded again after an answer of GitHub that used no code', async () => {
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    for (const status of [502, 429, 302]) {
      answer = () => ({ status, body: {} })
      expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`), String(status)).toMatchObject({
        status: 502,
        html: expect.stringContaining('Reload this page'),
      })
    }
    answer = () => ({ status: 201, body: registered })
    expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`)).toMatchObject({
      status: 200,
      html: expect.stringContaining('APP_ID=4711'),
    })
    expect(asked).toEqual(['c0de', 'c0de', 'c0de', 'c0de'])
  })

  it.each([502, 0])(
    'says that the credentials were lost when GitHub accepted the code and its answer did not arrive: %i',
    async (status) => {
      const visitor = browser()
      const state = stateIn((await visitor.open()).html)
      answer = () => ({ status, body: {} })
      expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`)).toMatchObject({
        status: 502,
        html: expect.stringContaining('No response from GitHub'),
      })
      answer = () => ({ status: 404, body: {} })
      for (const attempt of ['second', 'third']) {
        const lost = await visitor.get(`/github/setup/done?code=c0de&state=${state}`)
        expect(lost, attempt).toMatchObject({
          status: 410,
          html: expect.stringContaining('No browser received the credentials'),
        })
        expect(lost.html).toContain('Generate a new private key')
      }
    },
  )

  it('asks GitHub for nothing again after an answer that used the code and makes no sense', async () => {
    answer = () => ({ status: 201, body: { ...registered, pem: 'none' } })
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    for (const attempt of ['first', 'second'])
      expect(await visitor.get(`/github/setup/done?code=c0de&state=${state}`), attempt).toMatchObject({
        status: 502,
        html: expect.stringContaining('GitHub accepted the code'),
      })
    expect(asked).toEqual(['c0de'])
  })

  it('is asked for once at a time', async () => {
    const visitor = browser()
    const state = stateIn((await visitor.open()).html)
    const pages = await Promise.all([
      visitor.get(`/github/setup/done?code=c0de&state=${state}`),
      visitor.get(`/github/setup/done?code=c0de&state=${state}`),
    ])
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(pages.find(({ status }) => status === 409)?.html).toContain('already exchanging this code')
    expect(asked).toEqual(['c0de'])
  })

  it('leads to an app at GitHub Enterprise with the setting that names it', async () => {
    const server = enterpriseApi
    const visitor = browser(server.address)
    const { html, headers } = await visitor.open(createManifestPass(server, time))
    expect(html).toContain('must be able to reach https://10.0.0.5/api/github/webhooks')
    expect(headers.get('content-security-policy')).toContain('https://ghe.example:8443')
    const done = await visitor.get(`/github/setup/done?code=c0de&state=${stateIn(html)}`)
    expect(done.html).toContain('GHE_HOST=ghe.example:8443')
    // The page in GitHub's response has a different host than the settings.
    expect(done.html).not.toContain('href="https://github.com')
  })
})

// Each test starts a database, which is slow on a busy machine.
describe('assay github setup', { timeout: 180_000 }, () => {
  const folder = dataFolder()
  afterAll(() => folder.remove())

  it('prints a link that holds for an hour, and says when GitHub cannot reach it', async () => {
    const { code, out, err } = await runAssay(['github', 'setup'], { ASSAY_DATA_DIR: folder.path, PORT: '3999' })
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3999\/github\/setup\?pass=\d+\.[\w-]{22}\.[\w-]{43}\n$/),
    })
    expect(Number(/pass=(\d+)/.exec(out)?.[1]) * 1_000 - Date.now()).toBeGreaterThan(passMs / 2)
    expect(err).toContain('PUBLIC_URL')
  })

  it('prints no link without a known URL', async () => {
    expect(await runAssay(['github', 'setup'], { ASSAY_DATA_DIR: folder.path, PORT: '0' })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Set PUBLIC_URL.'),
    })
  })

  it('makes none when the app is set up', async () => {
    const { code, out, err } = await runAssay(['github', 'setup'], {
      ASSAY_DATA_DIR: folder.path,
      APP_ID: '4711',
      PRIVATE_KEY: pem,
    })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('already registered as a GitHub App')
  })
})
