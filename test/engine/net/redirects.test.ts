import nock from 'nock'
import { afterEach, describe, expect, test } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'

// nock simulates the https hosts. The agents and their guard are real.
afterEach(() => {
  nock.cleanAll()
})

const request = { purpose: 'source', maxBytes: 1_000 } as const
const network = createNetwork({ allowedNetworks: [] })

const redirect = (from: string, path: string, location: string, status = 302) =>
  nock(from).get(path).reply(status, 'moved', { location })

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    redirect('https://a.example', '/old', '/new?x=1', status)
    nock('https://a.example').get('/new?x=1').reply(200, 'found')
    const { status: last, body, url } = await network.get({ ...request, url: 'https://a.example/old#part' })
    expect([last, body.toString(), url]).toEqual([200, 'found', 'https://a.example/new?x=1'])
  })

  test('none leaves the address as it was, without its fragment', async () => {
    nock('https://a.example').get('/x').query({ y: 'z' }).reply(200)
    await expect(network.get({ ...request, url: new URL('https://a.example/x?y=z#part') })).resolves.toMatchObject({
      url: 'https://a.example/x?y=z',
    })
  })

  test.each([300, 304, 305])('%i is an answer', async (status) => {
    nock('https://a.example').get('/').reply(status, undefined, { location: 'https://b.example/' })
    await expect(network.get({ ...request, url: 'https://a.example/' })).resolves.toMatchObject({
      status,
      url: 'https://a.example/',
    })
  })

  test('to an address in bare UTF-8 is followed', async () => {
    redirect('https://a.example', '/', Buffer.from('/münchen').toString('latin1'))
    nock('https://a.example').get('/m%C3%BCnchen').reply(200)
    await expect(network.get({ ...request, url: 'https://a.example/' })).resolves.toMatchObject({
      status: 200,
      url: 'https://a.example/m%C3%BCnchen',
    })
  })

  test('a redirect without location is an answer', async () => {
    nock('https://a.example').get('/').reply(302, 'where?')
    await expect(network.get({ ...request, url: 'https://a.example/' })).resolves.toMatchObject({ status: 302 })
  })

  test('five are followed, the sixth is too many', async () => {
    for (let hop = 0; hop < 5; hop++) redirect('https://a.example', `/${hop}`, `/${hop + 1}`)
    nock('https://a.example').get('/5').reply(200)
    await expect(network.get({ ...request, url: 'https://a.example/0' })).resolves.toMatchObject({
      status: 200,
      url: 'https://a.example/5',
    })

    nock('https://a.example').get('/loop').times(6).reply(302, '', { location: '/loop' })
    await expect(network.get({ ...request, url: 'https://a.example/loop' })).rejects.toMatchObject({
      code: 'too-many-redirects',
      message: 'a.example:443 redirects again after 5 redirects',
    })
    expect(nock.isDone()).toBe(true)
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:a9fe:a9fe]/',
    '//169.254.169.254/latest/meta-data/',
  ])('to %s is refused', async (location) => {
    redirect('http://a.example', '/', location)
    await expect(network.get({ ...request, url: 'http://a.example/' })).rejects.toMatchObject({
      code: 'address-not-allowed',
    })
  })

  test('from https to http is refused, from http to https is not', async () => {
    redirect('https://a.example', '/', 'http://b.example/secret')
    await expect(network.get({ ...request, url: 'https://a.example/' })).rejects.toMatchObject({
      code: 'url-not-allowed',
      message:
        'a.example:443 redirects from https to http at b.example:80, where an attacker could change the ' +
        'response in transit',
    })
    redirect('http://a.example', '/', 'https://b.example/')
    nock('https://b.example').get('/').reply(200)
    await expect(network.get({ ...request, url: 'http://a.example/' })).resolves.toMatchObject({
      status: 200,
      url: 'https://b.example/',
    })
  })

  test.each([
    'file:///etc/passwd',
    'unix:/var/run/docker.sock:/containers/json',
    'http://unix:/run/x.sock:/',
    'gopher://b.example/',
    'https://user:secret@b.example/',
    'https://user@b.example/',
    'http://',
    'https://b.example:99999/',
  ])('to %s is refused and not repeated in the message', async (location) => {
    redirect('https://a.example', '/', location)
    const failure = await network.get({ ...request, url: 'https://a.example/' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'url-not-allowed' })
    expect(String(failure)).not.toMatch(/secret|passwd|docker/)
  })

  test('to a URL that its encoding makes too long is refused', async () => {
    redirect('https://a.example', '/', `/${'"'.repeat(6_000)}`)
    await expect(network.get({ ...request, url: 'https://a.example/' })).rejects.toMatchObject({
      code: 'url-not-allowed',
      message: 'The URL to which a.example:443 redirects is longer than 16384 characters',
    })
  })
})

/** Simulates a host that returns the request headers, without those of every connection. */
const echo = (host: string, path = '/') =>
  nock(host)
    .get(path)
    .reply(200, ({ headers }: Request) => {
      const { host: _host, connection: _connection, ...sent } = Object.fromEntries(headers)
      return sent
    })

const sent = (body: Buffer) => JSON.parse(body.toString()) as Record<string, string>

describe('headers after a redirect', () => {
  const headers = {
    Authorization: 'Bearer a',
    Cookie: 'b=c',
    'Private-Token': 'd',
    'X-JFrog-Art-Api': 'e',
    'npm-otp': '1',
    Accept: 'application/json',
    'If-None-Match': '"x"',
    'User-Agent': 'Assay/1',
  }
  const harmless = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    'if-none-match': '"x"',
    'user-agent': 'Assay/1',
  }

  test('all stay on the same origin', async () => {
    redirect('https://a.example', '/', 'https://a.example:443/new')
    echo('https://a.example', '/new')
    const { body } = await network.get({ ...request, headers, url: 'https://a.example/' })
    expect(sent(body)).toMatchObject({ ...harmless, authorization: 'Bearer a', cookie: 'b=c', 'private-token': 'd' })
  })

  test.each(['https://b.example', 'https://a.example:8443', 'https://sub.a.example'])(
    'credentials do not go to %s',
    async (origin) => {
      redirect('https://a.example', '/', `${origin}/`)
      echo(origin)
      const { body } = await network.get({ ...request, headers, url: 'https://a.example/' })
      expect(sent(body)).toEqual(harmless)
    },
  )

  test('from http to https of the same host neither', async () => {
    redirect('http://a.example', '/', 'https://a.example/')
    echo('https://a.example')
    const { body } = await network.get({ ...request, headers, url: 'http://a.example/' })
    expect(sent(body)).toEqual(harmless)
  })

  test('nor back to the first origin, which another one chose', async () => {
    redirect('https://a.example', '/', 'https://b.example/')
    redirect('https://b.example', '/', 'https://a.example/back')
    echo('https://a.example', '/back')
    const { body } = await network.get({ ...request, headers, url: 'https://a.example/' })
    expect(sent(body)).toEqual(harmless)
  })
})

describe('addresses that are not asked at all', () => {
  test.each([
    ['', 'is invalid'],
    ['registry.example', 'is invalid'],
    ['https://', 'is invalid'],
    ['https://a b.example/', 'is invalid'],
    ['ftp://a.example/', 'must start with https:// or http://, not ftp:'],
    ['file:///etc/passwd', 'must start with https:// or http://, not file:'],
    ['git+ssh://a.example/', 'must start with https:// or http://'],
    ['https://token@a.example/', 'must not contain user information (the part before @a.example)'],
    ['https://:pass@a.example:8443/', 'must not contain user information (the part before @a.example:8443)'],
  ])('%s', async (url, message) => {
    const failure = await network.get({ ...request, url }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'url-not-allowed', message: expect.stringContaining(message) })
    expect(String(failure)).not.toMatch(/token|pass@|passwd/)
  })
})
