import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startDeadline } from '../../action/src/deadline.ts'
import { patiently, serviceAt } from '../../action/src/assay-service.ts'

async function listening(answer: RequestListener) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a call of the service', () => {
  it('is made again after a second at the soonest, whatever an answer asks for', async () => {
    for (const retryAfter of ['0', '-5']) {
      await using server = await listening(
        (_request, response) => void response.writeHead(503, { 'retry-after': retryAfter }).end('{}'),
      )
      const { client } = serviceAt(server.url)
      const call = patiently({ deadline: startDeadline(1_500), runner: { say: () => {} } }, 'the scans', (signal) =>
        client.listScans({}, { signal }),
      )
      await expect(call).rejects.toMatchObject({ verdict: 'unavailable' })
      expect(server.asked()).toBeLessThanOrEqual(2)
    }
  })

  it('is not sent on to another address, and says so', async () => {
    await using target = await listening((_request, response) => void response.end('{}'))
    await using server = await listening(
      (_request, response) => void response.writeHead(308, { location: target.url }).end(),
    )
    const { client } = serviceAt(server.url, `mcp_${'a'.repeat(8)}_${'b'.repeat(32)}`)
    const call = patiently({ deadline: startDeadline(1_500), runner: { say: () => {} } }, 'the scans', (signal) =>
      client.listScans({}, { signal }),
    )
    await expect(call).rejects.toThrow(
      'The server at base-url redirects to another URL (status 308), which must not receive the key',
    )
    expect(target.asked()).toBe(0)
  })

  it('names the address that returns a web page, and does not repeat the call', async () => {
    await using server = await listening(
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Wiki</title>'),
    )
    const call = patiently({ deadline: startDeadline(5_000), runner: { say: () => {} } }, 'the scans', (signal) =>
      serviceAt(`${server.url}/wiki`).client.listScans({}, { signal }),
    )
    await expect(call).rejects.toMatchObject({
      verdict: 'refused',
      message: `base-url is not the URL of an Assay service: ${server.url} returned a web page (status 200).`,
    })
    expect(server.asked()).toBe(1)
  })

  it('names the address that cannot be reached', async () => {
    const server = await listening((_request, response) => void response.end('{}'))
    await server[Symbol.asyncDispose]()
    const said: string[] = []
    const call = patiently(
      { deadline: startDeadline(1_500), runner: { say: (line) => void said.push(line) } },
      'the scans',
      (signal) => serviceAt(server.url).client.listScans({}, { signal }),
    )
    await expect(call).rejects.toThrow(`Could not reach ${server.url} (ECONNREFUSED)`)
    expect(said[0]).toContain(server.url)
  })
})
