import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP load balancer in front of web processes. It repeats no request. */
export interface LoadBalancer extends AsyncDisposable {
  readonly address: string
  /** Sends new requests to another process. Requests that are running stay where they are. */
  sendTo(address: string): void
}

/** Starts a load balancer on loopback. If a process does not respond, the client gets 502. */
export async function startLoadBalancer(first: string): Promise<LoadBalancer> {
  let current = first
  const server = createServer((incoming, response) => {
    const { method, headers, url = '/' } = incoming
    const outgoing = request(new URL(url, current), { method, headers, agent: false })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    outgoing.on('error', (error) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(String(error))
    })
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendTo: (address) => (current = address),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
