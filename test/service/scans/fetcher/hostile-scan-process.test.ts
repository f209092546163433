import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFrameDecoder, frameOf, partHead } from '../../../../src/engine/isolation/frames.ts'
import { maxUrlCharacters } from '../../../../src/engine/net/hop.ts'
import { outgoingLimits } from '../../../../src/engine/net/outgoing-limits.ts'
import { fetchLimits } from '../../../../src/service/scans/process/fetcher/fetch-limits.ts'
import { lentCredential } from '../../../../src/service/scans/process/fetcher/request-policy.ts'
import { type GitServer, startGitServer } from '../../../support/git-server.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { type InProcessFetcher, startInProcessFetcher } from './in-process-fetcher.ts'

withRealSockets()
const certificate = await trustedCertificate()
const advertisement = 'application/x-git-upload-pack-advertisement'
let server: GitServer
let other: GitServer

beforeAll(async () => {
  other = await startGitServer({ certificate, answer: () => ({ status: 200, body: 'other' }) })
  server = await startGitServer({
    certificate,
    answer({ url, authorization }) {
      if (url.startsWith('/hangs')) return { hangs: true }
      if (url.startsWith('/old/') && authorization) return { status: 301, headers: { location: '/new/info/refs' } }
      if (url.startsWith('/away/') && authorization)
        return { status: 302, headers: { location: `https://mirror.example:${other.port}/away/info/refs` } }
      return url.endsWith('/info/refs') || url.includes('/info/refs?')
        ? { status: 200, headers: { 'content-type': advertisement }, body: '0000' }
        : { status: 200, body: 'page' }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

const at = (path: string, host = 'git.example') => `https://${host}:${server.port}${path}`
const allowed = () => `source=127.0.0.1:${server.port},source=127.0.0.1:${other.port}`
const lend = (path: string) =>
  new Map([[1, lentCredential(new URL(at(path)), { username: 'reader', password: 'token' })]])

/** Sends a request like a compromised scan process. Returns the status, or the code of the failure. */
async function ask(
  connections: ReturnType<ReturnType<InProcessFetcher['connectFor']>>,
  url: string,
  { method = 'GET', purpose = 'source' }: { method?: 'GET' | 'POST'; purpose?: 'source' | 'upstream' } = {},
): Promise<unknown> {
  const sent = { plainAnswer: true, ...(method === 'POST' && { method, body: Buffer.from('0000') }) } as const
  const hop = { url: new URL(url), purpose, headers: {}, subject: 'host' }
  try {
    const answer = await connections.exchange(hop, {
      limits: outgoingLimits,
      signal: AbortSignal.timeout(10_000),
      sent,
    })
    answer.stream.resume()
    await once(answer.stream, 'end')
    return answer.status
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

/** Returns the paths of the requests that were sent with a credential, in both servers. */
const sentWithCredential = (from: number, fromOther: number) =>
  [...server.requests.slice(from), ...other.requests.slice(fromOther)]
    .filter(({ authorization }) => authorization !== undefined)
    .map(({ url }) => url)

describe('a compromised scan process', () => {
  it('gets the credential of its session added at its repository only', async () => {
    await using fetcher = await startInProcessFetcher({ allowedNetworks: allowed(), lent: lend('/own') })
    const [from, fromOther] = [server.requests.length, other.requests.length]
    const [own, foreign] = [fetcher.connectFor(1), fetcher.connectFor(2)]
    using connections = own({ keepAlive: true })
    using ofOthers = foreign({ keepAlive: true })
    const paths = [
      '/own/info/refs?service=git-upload-pack',
      '/own.git/info/refs',
      '/other/info/refs',
      '/own/../other/info/refs',
      '/own/%2e%2e/other/info/refs',
      '/own%2f..%2fother/info/refs',
      '//own/info/refs',
      '/own/settings',
      '/own/info/refs/settings',
      '/OWN/info/refs',
    ]
    for (const path of paths) expect(await ask(connections, at(path))).toBe(200)
    expect(await ask(connections, `https://mirror.example:${server.port}/own/info/refs`)).toBe(200)
    expect(await ask(connections, `https://git.example:${other.port}/own/info/refs`)).toBe(200)
    expect(await ask(ofOthers, at('/own/info/refs'))).toBe(200)
    expect(sentWithCredential(from, fromOther)).toEqual(paths.slice(0, 2))
    expect(fetcher.refused).toEqual([])
  })

  it('gets it added at the path that the host redirects to, and at no other host', async () => {
    for (const [path, expected] of [
      ['/old', ['/old/info/refs', '/new/info/refs', '/new/git-upload-pack']],
      ['/away', ['/away/info/refs']],
    ] as const) {
      await using fetcher = await startInProcessFetcher({ allowedNetworks: allowed(), lent: lend(path) })
      const [from, fromOther] = [server.requests.length, other.requests.length]
      using connections = fetcher.connectFor(1)({ keepAlive: true })
      await ask(connections, at(`${path}/info/refs`))
      await ask(connections, at('/new/info/refs'))
      await ask(connections, at('/new/git-upload-pack'), { method: 'POST' })
      await ask(connections, `https://mirror.example:${other.port}/away/info/refs`)
      expect(sentWithCredential(from, fromOther)).toEqual(expected)
    }
  })

  it('sends POST requests only to repositories that a server has offered on the same connections', async () => {
    await using fetcher = await startInProcessFetcher({ allowedNetworks: allowed() })
    const from = server.requests.length
    using connections = fetcher.connectFor()({ keepAlive: true })
    using further = fetcher.connectFor()({ keepAlive: true })
    const post = (path: string) => ask(connections, at(path), { method: 'POST' })
    expect(await post('/own/git-upload-pack')).toBe('url-not-allowed')
    expect(await ask(connections, at('/own/info/refs'))).toBe(200)
    expect(await ask(connections, at('/page'))).toBe(200)
    expect(await post('/own/git-upload-pack')).toBe(200)
    for (const path of ['/own/git-upload-pack?a=b', '/own/git-receive-pack', '/page', '/page/git-upload-pack'])
      expect(await post(path), path).toBe('url-not-allowed')
    expect(await ask(further, at('/own/git-upload-pack'), { method: 'POST' })).toBe('url-not-allowed')
    expect(server.requests.slice(from).filter(({ method }) => method === 'POST').length).toBe(1)
  })

  it('reaches networks that are allowed for the registries only at their origins', async () => {
    await using fetcher = await startInProcessFetcher({
      allowedNetworks: `upstream=127.0.0.1:${server.port}`,
      upstreams: [at('/registry/')],
    })
    using connections = fetcher.connectFor()({ keepAlive: true })
    const upstream = { purpose: 'upstream' } as const
    expect(await ask(connections, at('/anything'), upstream)).toBe(200)
    const refused = [
      at('/', 'mirror.example'),
      at('/').replace('https:', 'http:'),
      at('/', '127.0.0.1'),
      'https://169.254.169.254/',
      'https://git.example/',
    ]
    for (const url of refused) expect(await ask(connections, url, upstream), url).toBe('address-not-allowed')
    expect(await ask(connections, at('/anything'))).toBe('address-not-allowed')
  })

  it('cannot rebind a name after the check', async () => {
    let looked = 0
    await using fetcher = await startInProcessFetcher({
      allowedNetworks: allowed(),
      resolve: async () => [{ address: looked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    })
    using connections = fetcher.connectFor()({ keepAlive: true })
    using further = fetcher.connectFor()({ keepAlive: true })
    expect(await ask(connections, at('/page'))).toBe(200)
    expect(await ask(further, at('/page'))).toBe('address-not-allowed')
  })
})

const request = (given: object = {}) => ({
  id: 0,
  connections: 0,
  method: 'GET',
  url: at('/hangs'),
  purpose: 'source',
  headers: {},
  plainAnswer: true,
  connectTimeoutMs: 1_000,
  responseTimeoutMs: 1_000,
  ...given,
})
const framed = (head: object | string, body = Buffer.of()) =>
  Buffer.concat([partHead(typeof head === 'string' ? head : JSON.stringify(head), body.length), body])
const many = (count: number, given: (index: number) => object) =>
  Buffer.concat(Array.from({ length: count }, (_, id) => framed(request({ id, ...given(id) }))))

describe('an invalid message ends the fetcher', () => {
  it.each<[string, () => Buffer]>([
    ['garbage', () => Buffer.from([0, 0, 0, 4, 1, 2, 3, 4])],
    ['a huge message', () => Buffer.from([0x7f, 0xff, 0xff, 0xff])],
    ['a huge request', () => Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['no request', () => framed('{}')],
    ['a header with another line', () => framed(request({ headers: { accept: 'a\r\nauthorization: b' } }))],
    ['a header that is not ASCII', () => framed(request({ headers: { accept: 'a\u560d\u560ab' } }))],
    ['a header that the fetcher sets', () => framed(request({ headers: { authorization: 'a' } }))],
    ['a header for another host', () => framed(request({ headers: { host: 'mirror.example' } }))],
    [
      'many headers',
      () => framed(request({ headers: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x-${at}`, ''])) })),
    ],
    ['a long header', () => framed(request({ headers: { accept: 'a'.repeat(5_000) } }))],
    ['a long URL', () => framed(request({ url: at(`/${'a'.repeat(maxUrlCharacters)}`) }))],
    ['a prototype', () => framed(JSON.stringify(request()).replace('{', '{"__proto__":{"method":"PUT"},'))],
    ['a property of a prototype', () => framed(request({ constructor: { prototype: { purpose: 'upstream' } } }))],
    ['another method', () => framed(request({ method: 'PUT' }))],
    ['another purpose', () => framed(request({ purpose: 'webhook' }))],
    ['another content type', () => framed(request({ headers: { 'content-type': 'application/json' } }))],
    ['a GET request with a body', () => framed(request(), Buffer.from('a'))],
    ['a request for hours', () => framed(request({ responseTimeoutMs: 3_600_000_000 }))],
    ['the same ID twice', () => many(2, () => ({ id: 0 }))],
    ['too many requests', () => many(fetchLimits.maxOpenRequests + 1, () => ({}))],
    [
      'too many connections',
      () =>
        Buffer.concat(
          Array.from({ length: fetchLimits.maxConnections + 1 }, (_, connections) =>
            Buffer.concat([
              framed(request({ id: connections, connections })),
              frameOf(JSON.stringify({ kind: 'cancel', id: connections })),
            ]),
          ),
        ),
    ],
    [
      'more reading than sent',
      () => Buffer.concat([framed(request()), frameOf(JSON.stringify({ kind: 'more', id: 0, bytes: 1 }))]),
    ],
    ['a message of an unknown kind', () => frameOf('{"kind":"lend"}')],
  ])('%s', async (_what, message) => {
    await using fetcher = await startInProcessFetcher({ allowedNetworks: allowed(), isRaw: true })
    fetcher.socket.on('error', () => {})
    fetcher.socket.write(message())
    await vi.waitFor(() => expect(fetcher.refused.length).toBe(1), { timeout: 10_000 })
    expect(fetcher.refused[0]).not.toMatch(/undefined$|mirror|authorization: b/)
    expect({}).not.toHaveProperty('method')
  })

  it('an unknown ID is ignored, because the request may have ended', async () => {
    await using fetcher = await startInProcessFetcher({ isRaw: true })
    fetcher.socket.write(frameOf('{"kind":"cancel","id":7}'))
    fetcher.socket.write(framed(request({ url: 'https://10.0.0.1/' })))
    const [answer] = (await once(fetcher.socket, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toContain('address-not-allowed')
    expect(fetcher.refused).toEqual([])
  })
})

it('a scan process that does not read is not read either', async () => {
  await using fetcher = await startInProcessFetcher({ isRaw: true })
  const { socket } = fetcher
  const count = 3_000
  // The fetcher refuses the user information, and names the host.
  const url = `https://user@${'a'.repeat(maxUrlCharacters - 100)}.example/`
  socket.pause()
  let sent = 0
  const sending = (async () => {
    for (; sent < count; sent++) if (!socket.write(framed(request({ id: sent, url })))) await once(socket, 'drain')
  })()
  let before = -1
  while (before !== sent) {
    before = sent
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(sent).toBeLessThan(count)
  let answers = 0
  const decode = createFrameDecoder(fetchLimits.maxMessageBytes)
  socket.on('data', (chunk: Buffer) => {
    answers += [...decode(chunk)].length
  })
  socket.resume()
  await sending
  await vi.waitFor(() => expect(answers).toBe(count), { timeout: 20_000 })
  expect(fetcher.refused).toEqual([])
}, 30_000)
