import { randomBytes } from 'node:crypto'
import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { generate } from 'selfsigned'

export interface TlsCertificate {
  readonly cert: string
  readonly key: string
}

/** Invented hosts that a test may simulate. Node accepts no wildcard directly below a top-level domain. */
const hosts = ['git.example', 'mirror.example', 'inside.example']

/** Creates a certificate for loopback and the invented hosts that this process does not trust. */
export async function untrustedCertificate(): Promise<TlsCertificate> {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    ...hosts.map((value) => ({ type: 2 as const, value })),
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '127.0.0.2' },
  ]
  // OpenSSL looks issuers up by name. If two trusted certificates had the same name, it would find only the first.
  const commonName = `localhost ${randomBytes(8).toString('hex')}`
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert, key }
}

/** Creates such a certificate, and makes this process trust it. */
export async function trustedCertificate(): Promise<TlsCertificate> {
  const certificate = await untrustedCertificate()
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}
