import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { answers, loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

describe('a connection goes to the address that was checked', () => {
  test('the name is resolved once for it, and a later answer moves nothing', async () => {
    await using checked = await serve((_request, response) => response.end('checked'))
    await using other = await serve((_request, response) => response.end('other'), {
      address: '127.0.0.2',
      port: checked.port,
    })
    const resolve = answers(['127.0.0.1'], ['127.0.0.2'])
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve })
    const { body } = await network.get({
      url: `http://rebinding.test:${checked.port}/`,
      purpose: 'upstream',
      maxBytes: 100,
    })
    expect(body.toString()).toBe('checked')
    expect(resolve.asked).toEqual(['rebinding.test'])
    expect([checked.connections(), other.connections()]).toEqual([1, 0])
  })

  test('a new connection is checked again: a name that rebinds is refused, and no host is contacted', async () => {
    await using checked = await serve((_request, response) => response.setHeader('connection', 'close').end('checked'))
    await using inside = await serve((_request, response) => response.end('inside'), {
      address: '127.0.0.2',
      port: checked.port,
    })
    const resolve = answers(['127.0.0.1'], ['127.0.0.2'])
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve })
    const request = { url: `http://rebinding.test:${checked.port}/`, purpose: 'upstream', maxBytes: 100 } as const
    await network.get(request)
    await expect(network.get(request)).rejects.toMatchObject({
      code: 'address-not-allowed',
      cause: { message: expect.stringContaining('127.0.0.2') },
    })
    expect(resolve.asked).toHaveLength(2)
    expect([checked.connections(), inside.connections()]).toEqual([1, 0])
  })

  test('an idle connection is used again without asking', async () => {
    await using server = await serve((request, response) => response.end(String(request.socket.remotePort)))
    const resolve = answers(['127.0.0.1'], ['127.0.0.2'])
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve })
    const request = { url: `http://registry.test:${server.port}/`, purpose: 'upstream', maxBytes: 100 } as const
    const [first, second] = [await network.get(request), await network.get(request)]
    expect(second.body.toString()).toBe(first.body.toString())
    expect(server.connections()).toBe(1)
    expect(resolve.asked).toHaveLength(1)
  })
})

describe('refused before any host is contacted', () => {
  test.each([
    ['a private address', ['127.0.0.2']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.2']],
    ['an open and a private address', ['127.0.0.1', '127.0.0.2']],
    ['an open address in IPv6 spelling', ['::ffff:127.0.0.1']],
  ])('a name with %s', async (_case, list) => {
    await using open = await serve((_request, response) => response.end())
    await using inside = await serve((_request, response) => response.end(), { address: '127.0.0.2', port: open.port })
    const resolve = answers(list)
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve })
    await expect(
      network.get({ url: `http://evil.test:${open.port}/`, purpose: 'upstream', maxBytes: 100 }),
    ).rejects.toMatchObject({ code: 'address-not-allowed' })
    expect([open.connections(), inside.connections()]).toEqual([0, 0])
    expect(resolve.asked, 'a refusal is final').toHaveLength(1)
  })

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    'localhost',
    'LocalHost.',
    'foo.localhost',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::]',
    '[64:ff9b::127.0.0.1]',
  ])('http://%s as a source', async (host) => {
    await using server = await serve((_request, response) => response.end())
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve: answers(['127.0.0.1']) })
    await expect(
      network.get({ url: `http://${host}:${server.port}/`, purpose: 'source', maxBytes: 100 }),
    ).rejects.toMatchObject({ code: 'address-not-allowed' })
    expect(server.connections()).toBe(0)
  })

  test('the connection counter of these tests counts', async () => {
    await using server = await serve((_request, response) => response.end())
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
    await expect.poll(() => server.connections()).toBe(1)
  })
})

describe('what is open', () => {
  test.each(['127.0.0.1', '0x7f.1', 'localhost', 'localhost.', 'registry.test', 'registry.test.'])(
    'http://%s answers',
    async (host) => {
      await using server = await serve((_request, response) => response.end('here'))
      const resolve = answers(['127.0.0.1'])
      await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve })
      const { status, body } = await network.get({
        url: `http://${host}:${server.port}/`,
        purpose: 'upstream',
        maxBytes: 100,
      })
      expect([status, body.toString()]).toEqual([200, 'here'])
      expect(resolve.asked).toEqual(host.startsWith('registry') ? ['registry.test'] : [])
    },
  )

  test('only at the port that the entry names', async () => {
    await using server = await serve((_request, response) => response.end('here'))
    await using other = await serve((_request, response) => response.end('there'))
    await using network = createNetwork({
      allowedNetworks: [{ purpose: 'source', cidr: '127.0.0.1/32', port: server.port }],
    })
    await expect(
      network.get({ url: `http://127.0.0.1:${server.port}/`, purpose: 'source', maxBytes: 100 }),
    ).resolves.toMatchObject({ status: 200 })
    await expect(
      network.get({ url: `http://127.0.0.1:${other.port}/`, purpose: 'source', maxBytes: 100 }),
    ).rejects.toMatchObject({ code: 'address-not-allowed' })
    expect(other.connections()).toBe(0)
  })

  test('all addresses are tried in turn (RFC 8305)', async () => {
    await using server = await serve((_request, response) => response.end('here'))
    const allowedNetworks = [
      { purpose: 'upstream', cidr: '127.0.0.0/8' },
      { purpose: 'upstream', cidr: '::1/128' },
    ] as const
    for (const list of [
      ['127.0.0.3', '127.0.0.1'],
      ['::1', '127.0.0.1'],
      ['127.0.0.3', '::1', '127.0.0.4', '127.0.0.1'],
    ]) {
      const resolve = answers(list)
      await using network = createNetwork({ allowedNetworks, resolve })
      await expect(
        network.get({ url: `http://registry.test:${server.port}/`, purpose: 'upstream', maxBytes: 100 }),
      ).resolves.toMatchObject({ status: 200 })
      expect(resolve.asked).toHaveLength(1)
    }
  })
})

describe('purposes', () => {
  test('do not share connections', async () => {
    await using server = await serve((_request, response) => response.end())
    const allowedNetworks = (['upstream', 'source', 'webhook'] as const).map((purpose) => ({
      purpose,
      cidr: '127.0.0.1/32',
    }))
    await using network = createNetwork({ allowedNetworks, resolve: answers(['127.0.0.1']) })
    for (const purpose of ['upstream', 'source', 'webhook', 'upstream', 'source', 'webhook'] as const) {
      await network.get({ url: `http://registry.test:${server.port}/`, purpose, maxBytes: 100 })
    }
    expect([server.requests(), server.connections()]).toEqual([6, 3])
  })

  test('an idle connection of another purpose opens no way inside', async () => {
    await using server = await serve((_request, response) => response.end())
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve: answers(['127.0.0.1']) })
    const url = `http://registry.test:${server.port}/`
    await network.get({ url, purpose: 'upstream', maxBytes: 100 })
    await expect(network.get({ url, purpose: 'source', maxBytes: 100 })).rejects.toMatchObject({
      code: 'address-not-allowed',
    })
    await expect(network.get({ url, purpose: 'webhook', maxBytes: 100 })).rejects.toMatchObject({
      code: 'address-not-allowed',
    })
    expect([server.requests(), server.connections()]).toEqual([1, 1])
  })
})

test('proxies of the environment are not used, by a process in which they are in force', async () => {
  await using proxy = await serve((_request, response) => response.end('proxied'))
  await using server = await serve((_request, response) => response.end('direct'))
  const script = `
    import { once } from 'node:events'
    import { get } from 'node:http'
    import { text } from 'node:stream/consumers'
    import { createNetwork } from '${new URL('../../../src/engine/net/http-network.ts', import.meta.url).href}'
    await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
    const url = 'http://127.0.0.1:${server.port}/'
    const { body } = await network.get({ url, purpose: 'upstream', maxBytes: 100 })
    console.log(body.toString())
    const [response] = await once(get(url), 'response')
    console.log(await text(response))`
  const address = `http://127.0.0.1:${proxy.port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    http_proxy: address,
    HTTPS_PROXY: address,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    timeout: 20_000,
  })
  expect(stdout.split('\n')).toEqual(['direct', 'proxied', ''])
})
