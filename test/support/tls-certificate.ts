import { randomBytes } from 'node:crypto'
import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { generate } from 'selfsigned'

export interface TlsCertificate {
  readonly cert: string
  readonly key: string
}

/** Invented hosts that a test may play. Node takes no wildcard directly below a top-level domain. */
const hosts = ['git.example', 'mirror.example', 'inside.example']

/** A certificate for loopback and the invented hosts, which this process does not trust. */
export async function untrustedCertificate(): Promise<TlsCertificate> {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    ...hosts.map((value) => ({ type: 2 as const, value })),
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '127.0.0.2' },
  ]
  // OpenSSL looks issuers up by name: of two trusted certificates with one name it would find the first one only.
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

/** Such a certificate, which this process trusts from now on. */
export async function trustedCertificate(): Promise<TlsCertificate> {
  const certificate = await untrustedCertificate()
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}
