import { describe, expect, test } from 'vitest'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { answers, serve, withRealSockets } from './loopback.ts'

withRealSockets()

const request = { purpose: 'upstream', maxBytes: 1_000 } as const

/** Starts a configured host that redirects `/path` to `elsewhere`, and a host that responds. */
async function hosts(open: string, upstreams: (ports: { first: number; elsewhere: number }) => string[]) {
  const stack = new AsyncDisposableStack()
  let elsewherePort = 0
  const first = stack.use(
    await serve((request, response) => {
      if (request.url === '/here') response.end('first')
      else
        response
          .writeHead(302, {
            location: request.url === '/own' ? '/here' : `http://elsewhere.test:${elsewherePort}${request.url}`,
          })
          .end()
    }),
  )
  const elsewhere = stack.use(
    await serve(
      (request, response) => {
        if (request.url === '/back')
          response.writeHead(302, { location: `http://registry.test:${first.port}/here` }).end()
        else response.end('elsewhere')
      },
      { address: '127.0.0.2' },
    ),
  )
  elsewherePort = elsewhere.port
  const network = stack.use(
    createNetwork({
      allowedNetworks: parseAllowedNetworks(open),
      upstreams: upstreams({ first: first.port, elsewhere: elsewhere.port }),
      resolve: async (name) => answers([name === 'registry.test' ? '127.0.0.1' : '127.0.0.2'])(name),
    }),
  )
  const get = (path: string) => network.get({ ...request, url: `http://registry.test:${first.port}${path}` })
  return { first, elsewhere, get, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const registry = ({ first }: { first: number }) => `http://registry.test:${first}/npm/`
const other = ({ elsewhere }: { elsewhere: number }) => `http://elsewhere.test:${elsewhere}`

describe('a configured host that redirects', () => {
  test('within its origin keeps what is open for it', async () => {
    await using net = await hosts('127.0.0.0/8', (ports) => [registry(ports)])
    expect((await net.get('/own')).body.toString()).toBe('first')
  })

  test('to another origin opens nothing there', async () => {
    await using net = await hosts('127.0.0.0/8', (ports) => [registry(ports)])
    await expect(net.get('/x')).rejects.toMatchObject({
      code: 'address-not-allowed',
      message: expect.stringMatching(/^elsewhere\.test:\d+ cannot be fetched: the host has no public address/),
    })
    expect([net.first.requests(), net.elsewhere.connections()]).toEqual([1, 0])
  })

  test('to another origin reaches what is open for sources', async () => {
    await using net = await hosts('upstream=127.0.0.1,source=127.0.0.2', (ports) => [registry(ports)])
    expect((await net.get('/x')).body.toString()).toBe('elsewhere')
  })

  test('to another configured origin reaches what is open for that', async () => {
    await using net = await hosts('127.0.0.0/8', (ports) => [registry(ports), other(ports)])
    expect((await net.get('/x')).body.toString()).toBe('elsewhere')
    expect((await net.get('/back')).body.toString()).toBe('first')
  })

  test('is not reached again by way of a stranger', async () => {
    await using net = await hosts('upstream=127.0.0.1,source=127.0.0.2', (ports) => [registry(ports)])
    await expect(net.get('/back')).rejects.toMatchObject({ code: 'address-not-allowed' })
    expect([net.first.requests(), net.elsewhere.requests()]).toEqual([1, 1])
  })
})
