import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { flawedPackageAdvisory } from '../support/osv-feed.ts'
import type { TlsCertificate } from '../support/tls-certificate.ts'
import { zip } from '../support/zip.ts'

/** How a feed fails. `hanging` accepts the request and never responds. */
export const feedFaults = ['failing', 'truncated', 'garbled', 'resetting', 'hanging'] as const

/** An advisory feed with TLS on loopback that contains one npm record. */
export interface BreakableFeed extends AsyncDisposable {
  readonly url: string
  mode: 'healthy' | (typeof feedFaults)[number]
  /** Number of requests so far. */
  readonly requests: () => number
}

export async function startBreakableFeed(certificate: TlsCertificate): Promise<BreakableFeed> {
  const whole = zip([{ name: `${flawedPackageAdvisory.id}.json`, content: JSON.stringify(flawedPackageAdvisory) }])
  const bodies: Readonly<Record<string, Buffer>> = {
    '/npm/all.zip': whole,
    '/npm/modified_id.csv': Buffer.from(`${flawedPackageAdvisory.modified},${flawedPackageAdvisory.id}\n`),
    '/ecosystems.txt': Buffer.from('npm\n'),
  }
  let requests = 0
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    requests += 1
    response.on('error', () => {})
    const body = bodies[request.url ?? '']
    if (feed.mode === 'failing') response.writeHead(500).end('no')
    else if (feed.mode === 'resetting') request.socket.destroy()
    else if (feed.mode === 'garbled') response.writeHead(200).end(Buffer.alloc(10_000, '\0'))
    else if (feed.mode === 'truncated') response.writeHead(200).end(whole.subarray(0, whole.length / 2))
    else if (feed.mode === 'healthy') response.writeHead(body ? 200 : 404).end(body)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const feed: BreakableFeed = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'healthy',
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return feed
}
