import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { answers, serve, withRealSockets } from '../../../net/loopback.ts'
import { commitObject, objectsOf, writePack } from '../../../../support/git-objects.ts'
import { gitRepositories } from '../../../../support/git-repository.ts'
import { type GitServerAnswer, type GitServerRequest, startGitServer } from '../../../../support/git-server.ts'
import { line, scripted } from '../../../../support/scripted-git-remote.ts'
import { trustedCertificate, untrustedCertificate } from '../../../../support/tls-certificate.ts'
import { readUrl, resolveUrl } from '../reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
const only = repositories.create('project.git').commit({ 'a.js': 'a' })
afterAll(() => repositories[Symbol.dispose]())

const advertisement = { 'content-type': 'application/x-git-upload-pack-advertisement' }
const result = { 'content-type': 'application/x-git-upload-pack-result' }
const objects = objectsOf({ 'a.js': 'a' })
const commit = commitObject(objects.at(-1)?.id ?? '')
const refs = { HEAD: commit.id, 'refs/heads/main': commit.id }
const pack = writePack([...objects, commit])
const honest = scripted({ refs, pack })

async function* endless(chunk: Buffer) {
  for (;;) yield chunk
}

async function* dripping(start: string, chunk: string) {
  yield Buffer.from(start)
  for (;;) {
    yield Buffer.from(chunk)
    await pause(20)
  }
}

async function* thenSilence(start: string | Buffer, signal = AbortSignal.timeout(20_000)) {
  yield Buffer.from(start)
  await pause(20_000, undefined, { signal, ref: false })
}

/** Responds with this to the first request. No others follow. */
const first = (answer: GitServerAnswer) => () => answer
/** Responds correctly up to this command of protocol version 2. */
const at =
  (question: 'ls-refs' | 'fetch', answer: (request: GitServerRequest) => GitServerAnswer) =>
  (request: GitServerRequest) =>
    request.body.includes(`command=${question}`) ? answer(request) : honest(request)

const small = { responseTimeoutMs: 1_500, fetchTimeoutMs: 4_000, maxListingBytes: 100_000, maxPackBytes: 1_000_000 }

describe('a server is not believed', () => {
  it.each<[string, (request: GitServerRequest) => GitServerAnswer | undefined, string, string]>([
    [
      'speaks the dumb protocol',
      first({ headers: { 'content-type': 'text/plain' }, body: `${only}\trefs/heads/main\n` }),
      'SOURCE_MALFORMED',
      'only the dumb HTTP protocol',
    ],
    [
      'serves a page',
      first({ headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }),
      'SOURCE_MALFORMED',
      'does not respond as a git server',
    ],
    [
      'answers 500',
      first({ status: 500, body: '<html>at /home/git/secret.rb</html>' }),
      'UPSTREAM_UNAVAILABLE',
      'returned HTTP status 500',
    ],
    ['answers 429', first({ status: 429 }), 'UPSTREAM_UNAVAILABLE', 'returned HTTP status 429'],
    [
      'switches to another protocol',
      first({ status: 101, headers: { connection: 'upgrade', upgrade: 'other' } }),
      'UPSTREAM_UNAVAILABLE',
      'responded with HTTP status 101, which Assay did not request',
    ],
    ['answers 204', first({ status: 204 }), 'UPSTREAM_UNAVAILABLE', 'returned HTTP status 204'],
    ['redirects without saying where', first({ status: 302 }), 'UPSTREAM_UNAVAILABLE', 'returned HTTP status 302'],
    [
      'sends garbage',
      first({ headers: advertisement, body: 'zzzz garbage' }),
      'SOURCE_MALFORMED',
      'data that does not follow the git protocol',
    ],
    [
      'sends nothing',
      first({ headers: advertisement, body: '' }),
      'SOURCE_MALFORMED',
      'closed the connection without a response',
    ],
    [
      'breaks off in a line',
      first({ headers: advertisement, body: '00ff# service' }),
      'SOURCE_MALFORMED',
      'ended in the middle of a line',
    ],
    [
      'states a line that is too long',
      first({ headers: advertisement, body: `fffe${'x'.repeat(70_000)}` }),
      'SOURCE_MALFORMED',
      'data that does not follow the git protocol',
    ],
    [
      'does not offer read access',
      first({ headers: advertisement, body: `${line('# service=git-receive-pack')}0000` }),
      'SOURCE_MALFORMED',
      'does not offer read access',
    ],
    [
      'says what is neither version',
      first({ headers: advertisement, body: `${line('# service=git-upload-pack')}0000${line('hello')}0000` }),
      'SOURCE_MALFORMED',
      'does not support the smart HTTP protocol',
    ],
    [
      'has no end of refs',
      first({ headers: advertisement, body: endless(Buffer.from(line(`${only} refs/heads/x`))) }),
      'SOURCE_TOO_LARGE',
      'sent more than',
    ],
    [
      'has no end of capabilities',
      first({ headers: advertisement, body: endless(Buffer.from(line('version 2'))) }),
      'SOURCE_MALFORMED',
      'more than 1,000 capabilities',
    ],
    [
      'compresses unasked',
      first({ headers: { ...advertisement, 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) }),
      'SOURCE_MALFORMED',
      'an encoding that Assay did not request',
    ],
    [
      'refuses in words',
      first({ headers: advertisement, body: `${line('ERR secret words of 10.0.0.1')}` }),
      'UPSTREAM_UNAVAILABLE',
      'its git server refused the request',
    ],
    [
      'denies access in words',
      first({ headers: advertisement, body: `${line('ERR access denied or repository not exported: /srv/x')}` }),
      'SOURCE_NOT_FOUND',
      'it does not exist, or it is private',
    ],
    ['hangs at once', first({ hangs: true }), 'UPSTREAM_UNAVAILABLE', 'did not respond in time'],
    [
      'hangs in its first answer',
      first({ headers: advertisement, body: thenSilence(line('version 2')) }),
      'UPSTREAM_UNAVAILABLE',
      'did not respond in time',
    ],
    [
      'drips a line for ever',
      first({ headers: advertisement, body: dripping('fff0', 'x') }),
      'UPSTREAM_UNAVAILABLE',
      'did not respond completely within 4 s',
    ],
    [
      'drips lines for ever',
      first({ headers: advertisement, body: dripping('', line(`${only} refs/heads/x`)) }),
      'UPSTREAM_UNAVAILABLE',
      'did not respond completely within 4 s',
    ],
    [
      'tells refs without end',
      at('ls-refs', () => ({ headers: result, body: endless(Buffer.from(line(`${only} refs/heads/x`))) })),
      'SOURCE_TOO_LARGE',
      'sent more than',
    ],
    [
      'tells refs that are none',
      at('ls-refs', () => ({ headers: result, body: `${line('../../etc/passwd')}0000` })),
      'SOURCE_MALFORMED',
      'ref list that could not be parsed',
    ],
    [
      'hangs after the refs',
      at('ls-refs', () => ({ headers: result, body: thenSilence(line(`${only} HEAD`)) })),
      'UPSTREAM_UNAVAILABLE',
      'did not respond in time',
    ],
    ['tells no refs', at('ls-refs', () => ({ headers: result, body: '0000' })), 'NOTHING_TO_SCAN', 'is empty'],
    [
      'redirects the second question',
      at('ls-refs', () => ({ status: 307, headers: { location: 'https://inside.example/' } })),
      'UPSTREAM_UNAVAILABLE',
      'returned HTTP status 307',
    ],
    [
      'sends a page for a pack',
      at('fetch', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' })),
      'SOURCE_MALFORMED',
      'does not respond as a git server',
    ],
    [
      'hangs in the pack',
      at('fetch', () => ({ headers: result, body: thenSilence(line('packfile')) })),
      'UPSTREAM_UNAVAILABLE',
      'did not respond in time',
    ],
    [
      'drips a pack for ever',
      at('fetch', () => ({ headers: result, body: dripping('', line('shallow-info')) })),
      'UPSTREAM_UNAVAILABLE',
      'longer than 4 s',
    ],
    [
      'refuses in the pack',
      at('fetch', () => ({ headers: result, body: `${line('packfile')}0009\x03oh!!` })),
      'UPSTREAM_UNAVAILABLE',
      'refused the request',
    ],
    ['sends no pack', at('fetch', () => ({ headers: result, body: '0000' })), 'SOURCE_MALFORMED', 'sent no pack'],
    [
      'sends a pack in an unknown form',
      at('fetch', () => ({ headers: result, body: `${line('packfile')}0006\x09x0000` })),
      'SOURCE_MALFORMED',
      'in an unknown format',
    ],
    [
      'breaks off the pack',
      scripted({ refs, pack: pack.subarray(0, 40), end: '' }),
      'SOURCE_MALFORMED',
      'closed the connection before the end of the pack',
    ],
    [
      'sends a pack without end',
      scripted({ refs, pack: endless(Buffer.concat([pack.subarray(0, 12), Buffer.alloc(60_000, 0x99)])) }),
      'SOURCE_',
      '',
    ],
  ])('that %s', async (_what, answer, code, message) => {
    await using server = await startGitServer({ certificate, answer })
    await expect(readUrl(`${server.url}/project`, { limits: small })).rejects.toMatchObject({
      name: 'ScanFailure',
      code: expect.stringContaining(code),
      message: expect.stringContaining(message),
    })
  })

  it('that plays along is read, so that the others failed for their reason', async () => {
    await using server = await startGitServer({ certificate, answer: honest })
    const { snapshot } = await readUrl(`${server.url}/project`, { limits: small })
    await using _ = snapshot
    expect([...snapshot.files.keys()]).toEqual(['a.js'])
  })

  it('never has its own words repeated', async () => {
    await using server = await startGitServer({
      certificate,
      answer: first({ headers: advertisement, body: line('ERR secret words of 10.0.0.1') }),
    })
    const failure = await resolveUrl(`${server.url}/project`).catch((error: unknown) => error)
    expect(failure instanceof Error && failure.message).not.toMatch(/secret|10\.0\.0\.1/)
  })

  it('is asked again when it is only away for a moment', async () => {
    let asked = 0
    await using server = await startGitServer({
      certificate,
      folder: repositories.folder,
      answer: () => (++asked === 1 ? { status: 503 } : undefined),
    })
    expect(await resolveUrl(`${server.url}/project`, { limits: { maxAttempts: 3 } })).toMatchObject({ revision: only })
    expect(asked).toBeGreaterThan(1)
  })
})

describe('a redirect', () => {
  it.each([
    ['to http', (port: number) => `http://localhost:${port}/`, 'ADDRESS_NOT_ALLOWED', 'that is not https'],
    ['to a file', () => 'file:///etc/passwd', 'ADDRESS_NOT_ALLOWED', 'that is not https'],
    ['to ssh', () => 'ssh://git@inside.example/x', 'ADDRESS_NOT_ALLOWED', 'that is not https'],
    [
      'with user information',
      (port: number) => `https://me:secret@localhost:${port}/project/info/refs?service=git-upload-pack`,
      'ADDRESS_NOT_ALLOWED',
      'contains user information',
    ],
    [
      'to a private address',
      (port: number) => `https://127.0.0.2:${port}/project/info/refs?service=git-upload-pack`,
      'ADDRESS_NOT_ALLOWED',
      'no public address',
    ],
    [
      'to metadata of a cloud',
      () => 'https://169.254.169.254/project/info/refs?service=git-upload-pack',
      'ADDRESS_NOT_ALLOWED',
      'no public address',
    ],
    [
      'to IPv6 loopback',
      (port: number) => `https://[::1]:${port}/project/info/refs`,
      'ADDRESS_NOT_ALLOWED',
      'no public address',
    ],
    [
      'to a name that leads inside',
      (port: number) => `https://inside.example:${port}/project/info/refs`,
      'ADDRESS_NOT_ALLOWED',
      'no public address',
    ],
  ])('%s is not followed, and nobody is contacted', async (_what, location, code, message) => {
    await using inside = await serve((_request, response) => response.end('inside'), { address: '127.0.0.2' })
    await using server = await startGitServer({
      certificate,
      answer: () => ({ status: 302, headers: { location: location(inside.port) } }),
    })
    const resolve = async (name: string) => [
      { address: name === 'inside.example' ? '127.0.0.2' : '127.0.0.1', family: 4 },
    ]
    const failure = await resolveUrl(`${server.url}/project`, { resolve }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ScanFailure', code, message: expect.stringContaining(message) })
    expect(failure instanceof Error && failure.message).not.toContain('secret')
    expect(inside.connections()).toBe(0)
  })

  it('to itself ends', async () => {
    await using server = await startGitServer({
      certificate,
      answer: ({ url }) => ({ status: 302, headers: { location: url } }),
    })
    await expect(resolveUrl(`${server.url}/project`)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringContaining('redirects again after 5 redirects'),
    })
    expect(server.requests).toHaveLength(6)
  })

  it('to a sign-in page is not taken for a repository', async () => {
    await using server = await startGitServer({
      certificate,
      answer: ({ url }) =>
        url.startsWith('/sign-in')
          ? { headers: advertisement, body: `${line('version 2')}0000` }
          : { status: 302, headers: { location: '/sign-in' } },
    })
    await expect(resolveUrl(`${server.url}/project`)).rejects.toMatchObject({
      code: 'SOURCE_MALFORMED',
      message: expect.stringContaining('sign-in page'),
    })
  })
})

describe('the address', () => {
  it.each([
    '127.0.0.2',
    '127.2',
    '0x7f000002',
    '0177.0.0.2',
    '2130706434',
    '[::ffff:127.0.0.2]',
    '[::1]',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    'inside.example',
  ])('%s is refused before anybody is contacted', async (host) => {
    await using inside = await serve((_request, response) => response.end('inside'), { address: '127.0.0.2' })
    await expect(
      resolveUrl(`https://${host}:${inside.port}/owner/project`, { resolve: answers(['127.0.0.2']) }),
    ).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED', message: expect.stringContaining('no public address') })
    expect(inside.connections()).toBe(0)
  })

  it('that was checked is the one that is contacted, on every connection', async () => {
    await using inside = await serve((_request, response) => response.end('inside'), { address: '127.0.0.2' })
    await using server = await startGitServer({ certificate, folder: repositories.folder, answer: () => undefined })
    const resolve = answers(['127.0.0.1'], ['127.0.0.2'])
    await expect(readUrl(`https://git.example:${server.port}/project`, { resolve })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    })
    expect(resolve.asked.length).toBe(2)
    expect(inside.connections()).toBe(0)
    expect(server.connections()).toBe(1)
  })

  it('of an unknown name is reported like a private one', async () => {
    await expect(resolveUrl('https://nowhere.example/owner/project', { resolve: answers([]) })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
      message: expect.stringContaining('no public address'),
    })
  })

  it('must have a certificate that is trusted', async () => {
    await using server = await startGitServer({
      certificate: await untrustedCertificate(),
      folder: repositories.folder,
    })
    await expect(resolveUrl(`${server.url}/project`)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringContaining('untrusted certificate'),
    })
    expect(server.requests).toEqual([])
  })

  it('must speak TLS and HTTP', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    await expect(
      resolveUrl(`https://localhost:${(server.address() as AddressInfo).port}/project`),
    ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    server.close()
  })

  it('must be there', async () => {
    await expect(resolveUrl('https://localhost:9/project')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringContaining('refuses connections'),
    })
  })
})

describe('a hundred thousand refs', () => {
  const many = repositories.create('many.git')
  const head = many.commit({ 'a.js': 'a' })
  many.packedRefs(
    Array.from({ length: 100_000 }, (_, index) => [`refs/heads/b${String(index).padStart(6, '0')}`, head] as const),
  )

  it.each([
    ['a server of version 2', false],
    ['an old server', true],
  ])('do not hinder %s', async (_what, isOld) => {
    await using server = await startGitServer({ certificate, folder: repositories.folder, isOld })
    expect(await resolveUrl(`${server.url}/many`)).toMatchObject({ revision: head, ref: 'main' })
    expect(await resolveUrl(`${server.url}/many`, { branch: 'b099990' })).toMatchObject({
      revision: head,
      ref: 'b099990',
    })
    if (isOld)
      await expect(
        resolveUrl(`${server.url}/many`, { branch: 'b000999', limits: { maxRefs: 500 } }),
      ).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE', message: expect.stringContaining('too many refs') })
  })
})
