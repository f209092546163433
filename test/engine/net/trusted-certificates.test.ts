import { once } from 'node:events'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type TlsCertificate, trustedCertificate } from '../../support/tls-certificate.ts'

/** Returns the response status of a server with this certificate, for a client that trusts what this process trusts. */
async function statusOf(certificate: TlsCertificate): Promise<number | undefined> {
  const server = createServer(certificate, (_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, ({ statusCode }) =>
        resolve(statusCode),
      )
        .once('error', reject)
        .end()
    })
  } finally {
    server.close()
  }
}

it('a process trusts every certificate of its tests, not the first one only', async () => {
  const certificates = [await trustedCertificate(), await trustedCertificate(), await trustedCertificate()]
  for (const certificate of certificates) expect(await statusOf(certificate)).toBe(200)
})
