import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signatureHeaders } from '../../../../src/service/webhooks/signature.ts'
import { type AssayProcess, dataFolder, startAssay } from '../../../support/assay-process.ts'
import { examplePackages } from '../../../support/example-packages.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { caller } from '../../../support/test-api.ts'
import { untrustedCertificate } from '../../../support/tls-certificate.ts'

const page = readFileSync('docs/reference/webhooks.md', 'utf8')
const run = promisify(execFile)
const python = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
if (!python) process.stdout.write('skipped: the receiver in Python, because there is no python3 here\n')

/** A user's project that has the public package installed. */
const folder = mkdtempSync(join(tmpdir(), 'assay-receivers-'))
symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const modules = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = ''], index) => ({
  file: `receiver-${index}.ts`,
  code,
}))
const pythonCode = /^```python\n([^]*?)^```$/m.exec(page)?.[1] ?? ''
for (const { file, code } of [...modules, { file: 'receiver.py', code: pythonCode }])
  writeFileSync(join(folder, file), code)

/** The receivers of the page. Only signatures that include the time distinguish an old delivery from a new one. */
const receivers = [
  { name: 'standardwebhooks', program: process.execPath, file: 'receiver-0.ts', seesAge: true },
  { name: 'plain', program: process.execPath, file: 'receiver-1.ts', seesAge: false },
  ...(python ? [{ name: 'python', program: 'python3', file: 'receiver.py', seesAge: true }] : []),
]

interface Delivery {
  readonly to: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

const signed = ['x-scanner-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type']
const ports = new Map<string, number>()
const printed = new Map<string, string>()
const deliveries: Delivery[] = []
const stack = new AsyncDisposableStack()
let service: AssayProcess
let secret: string
let front: string
let call: ReturnType<typeof caller>

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return connected
}

async function startReceiver({ name, program, file }: (typeof receivers)[number]): Promise<void> {
  const port = await freePort()
  const child: ChildProcess = spawn(program, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), ASSAY_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stack.defer(() => void child.kill('SIGKILL'))
  child.stdout?.on('data', (chunk) => printed.set(name, (printed.get(name) ?? '') + String(chunk)))
  ports.set(name, port)
  await vi.waitFor(async () => expect(await listens(port)).toBe(true), { timeout: 60_000, interval: 100 })
}

/** Sends to a receiver like its proxy. Returns the response status. */
async function post(to: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports.get(to)}/`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

/** Terminates TLS for the receivers, each at its own path, like a proxy. */
async function startFront(certificate: { cert: string; key: string }): Promise<string> {
  const server = createServer(certificate, async (request, response) => {
    const to = request.url?.slice(1) ?? ''
    const body = await text(request)
    const headers = Object.fromEntries(signed.map((header) => [header, String(request.headers[header])]))
    const status = await post(to, headers, body)
    deliveries.push({ to, headers, body, status })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const certificate = await untrustedCertificate()
  writeFileSync(join(folder, 'authority.pem'), certificate.cert)
  const data = dataFolder()
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
  stack.defer(() => [feed, data].forEach((made) => made.remove()))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const registry = stack.use(await startNpmStandIn(examplePackages))
  service = await startAssay({
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: registry.url,
    OSV_URL: feed.url,
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32,webhook=127.0.0.1/32',
    PUBLIC_URL: 'https://assay.example',
  })
  stack.defer(async () => void (await service.end('SIGTERM')))
  secret = /Webhook secret +(\S+)/.exec(service.out())?.[1] ?? ''
  call = caller(service.address, { 'x-api-key': service.key ?? '' })
  front = await startFront(certificate)
  await Promise.all(receivers.map(startReceiver))
}, 120_000)
afterAll(() => stack.disposeAsync())

/** Submits a scan with this receiver as `webhook`. Returns its ID after the events have arrived. */
async function deliveredScan(to: string): Promise<string> {
  const submitted = await call('POST', '/api/v1/scans/url', {
    url: 'https://www.npmjs.com/package/server',
    webhook: `${front}/${to}`,
  })
  expect(submitted.status, submitted.text).toBe(202)
  const scanId = String(submitted.json.data.scanId)
  await expect
    .poll(() => deliveriesOf(scanId).map(({ status }) => status), { timeout: 60_000, interval: 100 })
    .toEqual([204, 204])
  return scanId
}

const deliveriesOf = (scanId: string) => deliveries.filter(({ body }) => body.includes(`"scanId":"${scanId}"`))
const linesOf = (name: string, scanId: string) =>
  (printed.get(name) ?? '')
    .split('\n')
    .filter((line) => line.endsWith(scanId))
    .sort()

describe.each(receivers)('the receiver $name of docs/reference/webhooks.md', ({ name, seesAge }) => {
  it(
    'believes what a running service sends, says so once, and refuses everything else',
    { timeout: 120_000 },
    async () => {
      const scanId = await deliveredScan(name)
      await expect
        .poll(() => linesOf(name, scanId), { timeout: 20_000 })
        .toEqual([`scan.completed ${scanId}`, `vulnerability.found ${scanId}`])
      const [delivery] = deliveriesOf(scanId)
      if (!delivery) expect.fail('nothing was delivered')
      const { headers, body } = delivery
      expect(JSON.parse(body)).toMatchObject({ data: { scanId } })
      expect(headers['content-type']).toMatch(/^application\/json/)

      expect(await post(name, headers, body)).toBe(204)
      expect(await post(name, headers, body.replace(scanId, `${scanId.slice(0, -1)}#`))).toBe(401)
      expect(await post(name, {}, body)).toBe(401)
      const message = { id: 'evt_made_up', sentAt: new Date(), body: body.replace(/evt_[\w-]+/, 'evt_made_up') }
      const forged = signatureHeaders(message, {
        current: `whsec_${randomBytes(32).toString('base64')}`,
        previous: undefined,
      })
      expect(await post(name, forged, message.body)).toBe(401)
      const old = signatureHeaders(
        { ...message, sentAt: new Date(Date.now() - 6 * 60_000) },
        { current: secret, previous: undefined },
      )
      if (seesAge) expect(await post(name, old, message.body)).toBe(401)
      expect(linesOf(name, scanId)).toHaveLength(2)

      // The receiver accepts the same message without the fault, so the fault was the reason for each rejection.
      expect(await post(name, signatureHeaders(message, { current: secret, previous: undefined }), message.body)).toBe(
        204,
      )
      await expect.poll(() => linesOf(name, scanId), { timeout: 20_000 }).toHaveLength(3)
    },
  )
})

describe('what a running service sends', () => {
  it('has the whole results, and the page of the scan', { timeout: 120_000 }, async () => {
    const scanId = await deliveredScan('plain')
    const bodies = deliveriesOf(scanId).map(
      ({ body }) => JSON.parse(body) as { event: string; timestamp: string; data: Record<string, unknown> },
    )
    const completed = bodies.find(({ event }) => event === 'scan.completed')
    const answer = (await call('GET', `/api/v1/scans/${scanId}`)).json.data
    const { url, status, results, reportUrl, verdict, cached, completedAt } = answer
    const { package: _, ...source } = answer.source as { package?: unknown }
    expect(completed).toMatchObject({
      timestamp: completedAt,
      data: { scanId, url, status, results, reportUrl, verdict, source, cached },
    })
    expect(reportUrl).toBe(`https://assay.example/scan/${scanId}`)
    const shown = await caller(service.address, {})('GET', `/scan/${scanId}`)
    expect([shown.status, shown.text.includes('server@1.0.0')]).toEqual([200, true])
    const listed = await call('GET', `/api/v1/scans/${scanId}/vulnerabilities`)
    const { group: _group, ...vulnerability } = (listed.json.data.vulnerabilities as { group: string }[])[0] ?? {}
    expect(bodies.find(({ event }) => event === 'vulnerability.found')?.data).toMatchObject({
      severity: 'critical',
      vulnerability,
    })
  })

  it(
    'is still believed by receivers with the old secret while a new one overlaps, and by those with the new one',
    { timeout: 120_000 },
    async () => {
      const rotation = await call('POST', '/api/v1/webhooks/secret/rotate', { overlapSeconds: 3_600 })
      expect(rotation.status, rotation.text).toBe(200)
      for (const { name } of receivers) {
        const scanId = await deliveredScan(name)
        for (const { headers, body } of deliveriesOf(scanId)) {
          expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
          expect(new Webhook(String(rotation.json.data.webhookSecret)).verify(body, headers)).toMatchObject({
            data: { scanId },
          })
        }
      }
    },
  )
})

describe('docs/reference/webhooks.md', () => {
  it('has TypeScript that is free of type errors', { timeout: 60_000 }, async () => {
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--typeRoots',
      join(process.cwd(), 'node_modules/@types'),
    ]
    await run(
      join(process.cwd(), 'node_modules/.bin/tsc'),
      [...options, ...modules.map(({ file }) => join(folder, file))],
      { cwd: folder },
    ).catch(({ stdout }: { stdout: string }) => expect.fail(stdout))
  })

  it('has a TLS proxy that forwards deliveries to a receiver', { timeout: 30_000 }, async () => {
    const receiver = createHttpServer(async (request, response) => {
      response.writeHead(202).end(`${request.method} ${request.url} ${await text(request)}`)
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { key, cert } = await untrustedCertificate()
    writeFileSync(join(folder, 'receiver.key'), key)
    writeFileSync(join(folder, 'receiver.crt'), cert)
    const [, code = ''] = /^```js\n([^]*?)^```$/m.exec(page) ?? []
    const port = await freePort()
    const onFreePorts = code
      .replace('port: 9000', `port: ${(receiver.address() as AddressInfo).port}`)
      .replace('listen(9443', `listen(${port}`)
    expect(onFreePorts).not.toMatch(/9000|9443/)
    writeFileSync(join(folder, 'tls.mjs'), onFreePorts)
    const proxy = spawn(process.execPath, ['tls.mjs'], { cwd: folder })
    const send = async () => {
      const request = httpsRequest({ host: '127.0.0.1', port, path: '/hook', method: 'POST', ca: cert })
      request.end('{}')
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return [response.statusCode, await text(response)]
    }
    try {
      expect(await vi.waitFor(send, { timeout: 15_000, interval: 100 })).toEqual([202, 'POST /hook {}'])
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
      expect(await send()).toEqual([502, ''])
      expect(proxy.exitCode).toBeNull()
    } finally {
      proxy.kill()
      receiver.close()
    }
  })

  it('registers an endpoint and pings it with its commands', { timeout: 60_000 }, async () => {
    const commands = [...page.matchAll(/^```\n(curl [^]*?)^```$/gm)].map(([, command = '']) => command)
    const request = async (command: string) => {
      const local = command.replaceAll('http://127.0.0.1:3000', service.address)
      const { stdout } = await run('bash', ['-c', local], { env: { PATH: process.env.PATH, ASSAY_KEY: service.key } })
      return JSON.parse(stdout) as { data: { webhookId: string; webhookSecret: string } }
    }
    const [register = '', ping = ''] = commands
    const { webhookId, webhookSecret } = (await request(register.replace('https://127.0.0.1:9443/', `${front}/plain`)))
      .data
    const before = deliveries.length
    await request(ping.replace('WEBHOOK_ID', webhookId))
    await expect.poll(() => deliveries.length, { timeout: 20_000 }).toBeGreaterThan(before)
    const body = deliveries.find((delivery) => delivery.body.includes(webhookId))?.body ?? ''
    expect(page).toContain('The receiver prints `ping This is a test event. No action is required.`')
    expect(webhookSecret).toMatch(/^whsec_/)
    // The receivers in this file use the secret of the account.
    for (const { name } of receivers) {
      const headers = signatureHeaders(
        { id: 'evt_ping', sentAt: new Date(), body },
        { current: secret, previous: undefined },
      )
      expect(await post(name, headers, body)).toBe(204)
      await expect
        .poll(() => printed.get(name)?.split('\n'), { timeout: 20_000 })
        .toContain('ping This is a test event. No action is required.')
    }
  })

  it('has no block that neither runs nor is compared', () => {
    expect(
      [...page.matchAll(/^```(\w+)$/gm)].map((match) => match[1]).filter((language) => language !== 'json'),
    ).toEqual(['js', 'ts', 'ts', 'python'])
  })
})
