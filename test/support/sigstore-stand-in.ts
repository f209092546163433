import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  readTrustRoot,
  type RegistryKey,
  type SigstoreTrust,
} from '../../src/engine/sources/package-registries/sigstore-trust.ts'
import { bits, boolean, integer, objectId, octets, sequence, set, tagged, time, utf8 } from './der.ts'

/** A separate certificate authority, certificate log, and transparency log, and the trust in them. */
export interface SigstoreStandIn {
  /** Returns trust in only this stand-in. With `doubt`, it behaves as if the trust could not be updated. */
  trust(options?: { readonly doubt?: string; readonly npmKeys?: readonly NpmKey[] }): SigstoreTrust
  /** The trusted root file of a TUF repository. */
  readonly trustedRoot: Buffer
  /** Returns a bundle that is signed with the certificate of a build. */
  bundleOfBuild(statement: object, build?: Partial<Build>): Bundle
  /** Returns a bundle that is signed with a key. The verifier must know the key. */
  bundleOfKey(statement: object, key: SigningKey, at?: Date): Bundle
}

export type Bundle = ReturnType<typeof bundleOf>

export interface Build {
  readonly identity: string
  readonly issuer: string
  /** Undefined if the certificate contains none, like that of a person. */
  readonly repository: string | undefined
  readonly commit: string | undefined
  /** The workflow that was started, with its ref. */
  readonly workflow: string | undefined
  readonly at: Date
  /** If false, omits the proof of the certificate log. */
  readonly isLogged: boolean
}

/** A signing key of a registry, including the private key. */
export interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface NpmKey extends SigningKey {
  readonly from?: Date
  readonly until?: Date
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Creates a key pair with an ID in npm's format. */
export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = newKey()
  return { id: `SHA256:${sha256(spki(publicKey)).toString('base64').replace(/=+$/, '')}`, privateKey, publicKey }
}

const defaultBuild: Build = {
  identity: 'https://github.com/acme/tool/.github/workflows/publish.yml@refs/heads/main',
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'https://github.com/acme/tool',
  commit: '0123456789abcdef0123456789abcdef01234567',
  workflow: 'https://github.com/acme/tool/.github/workflows/publish.yml@refs/heads/main',
  at: new Date('2026-01-02T03:04:05Z'),
  isLogged: true,
}

export function createSigstoreStandIn(): SigstoreStandIn {
  const [authority, certificateLog, signatureLog] = [newKey(), newKey(), newKey()]
  const rootCertificate = certificate(
    {
      subject: authorityName,
      publicKey: authority.publicKey,
      extensions: authorityExtensions,
      from: new Date('2020-01-01'),
      until: new Date('2040-01-01'),
    },
    authority.privateKey,
  )
  const log = ({ publicKey }: { publicKey: KeyObject }, baseUrl: string) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: spki(publicKey).toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: '2020-01-01T00:00:00Z' },
    },
    logId: { keyId: sha256(spki(publicKey)).toString('base64') },
  })
  const trustedRoot = Buffer.from(
    JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [log(signatureLog, 'https://rekor.example')],
      ctlogs: [log(certificateLog, 'https://ctfe.example')],
      certificateAuthorities: [
        {
          subject: { organization: 'example', commonName: 'authority' },
          uri: 'https://fulcio.example',
          certChain: { certificates: [{ rawBytes: rootCertificate.toString('base64') }] },
          validFor: { start: '2020-01-01T00:00:00Z' },
        },
      ],
      timestampAuthorities: [],
    }),
  )

  function leafCertificate(publicKey: KeyObject, build: Build): Buffer {
    const parts: CertificateParts = {
      subject: sequence(),
      publicKey,
      extensions: buildExtensions(build),
      from: new Date(build.at.getTime() - 60_000),
      until: new Date(build.at.getTime() + 600_000),
    }
    if (!build.isLogged) return certificate(parts, authority.privateKey)
    const timestamp = Buffer.alloc(8)
    timestamp.writeBigInt64BE(BigInt(build.at.getTime()))
    const tbs = toBeSigned(parts)
    const signed = Buffer.concat([
      Buffer.from([0, 0]),
      timestamp,
      Buffer.from([0, 1]),
      sha256(spki(authority.publicKey)),
      Buffer.from([0, tbs.length >> 8, tbs.length & 0xff]),
      tbs,
      Buffer.from([0, 0]),
    ])
    const signature = sign('sha256', signed, certificateLog.privateKey)
    const sct = Buffer.concat([
      Buffer.from([0]),
      sha256(spki(certificateLog.publicKey)),
      timestamp,
      Buffer.from([0, 0, 4, 3]),
      uint16(signature.length),
      signature,
    ])
    const list = Buffer.concat([uint16(sct.length + 2), uint16(sct.length), sct])
    return certificate(
      { ...parts, extensions: [...parts.extensions, extension('1.3.6.1.4.1.11129.2.4.2', octets(list))] },
      authority.privateKey,
    )
  }

  return {
    trustedRoot,
    trust({ doubt, npmKeys = [] } = {}) {
      const root = Promise.resolve(readTrustRoot({ root: trustedRoot, npmKeys: npmKeysFile(npmKeys) }, doubt))
      return { current: () => root }
    },
    bundleOfBuild(statement, given = {}) {
      const build = { ...defaultBuild, ...given }
      const { privateKey, publicKey } = newKey()
      const rawBytes = leafCertificate(publicKey, build).toString('base64')
      return bundleOf(
        statement,
        { privateKey, keyid: '', at: build.at, material: { x509CertificateChain: { certificates: [{ rawBytes }] } } },
        signatureLog,
      )
    },
    bundleOfKey: (statement, { id, privateKey }, at = defaultBuild.at) =>
      bundleOf(statement, { privateKey, keyid: id, at, material: { publicKey: { hint: id } } }, signatureLog),
  }
}

/** Returns the public keys in the format that npm publishes through TUF. */
export function npmKeysFile(keys: readonly NpmKey[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      keys: keys.map(({ id, publicKey, from, until }) => ({
        keyId: id,
        keyUsage: 'npm:signatures',
        publicKey: {
          rawBytes: spki(publicKey).toString('base64'),
          keyDetails: 'PKIX_ECDSA_P256_SHA_256',
          validFor: { start: from?.toISOString(), end: until?.toISOString() },
        },
      })),
    }),
  )
}

/** Returns the public keys in the format that a registry itself publishes. */
export function registryKeysDocument(keys: readonly (SigningKey & Pick<RegistryKey, 'until'>)[]): string {
  return JSON.stringify({
    keys: keys.map(({ id, publicKey, until }) => ({
      keyid: id,
      keytype: 'ecdsa-sha2-nistp256',
      scheme: 'ecdsa-sha2-nistp256',
      key: spki(publicKey).toString('base64'),
      expires: until?.toISOString() ?? null,
    })),
  })
}

interface Signing {
  readonly privateKey: KeyObject
  readonly keyid: string
  readonly at: Date
  readonly material: object
}

const payloadType = 'application/vnd.in-toto+json'

function bundleOf(
  statement: object,
  { privateKey, keyid, at, material }: Signing,
  log: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
) {
  const payload = Buffer.from(JSON.stringify(statement))
  const sig = sign(
    'sha256',
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} ${payload.toString()}`),
    privateKey,
  )
  const entry = {
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      payloadHash: { algorithm: 'sha256', value: sha256(payload).toString('hex') },
      signatures: [{ signature: sig.toString('base64') }],
    },
  }
  const body = Buffer.from(JSON.stringify(entry)).toString('base64')
  const [integratedTime, logIndex, logId] = [Math.floor(at.getTime() / 1000), 7, sha256(spki(log.publicKey))]
  const promised = JSON.stringify({ body, integratedTime, logID: logId.toString('hex'), logIndex })
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.1',
    verificationMaterial: {
      ...material,
      tlogEntries: [
        {
          logIndex: String(logIndex),
          logId: { keyId: logId.toString('base64') },
          kindVersion: { kind: 'dsse', version: '0.0.1' },
          integratedTime: String(integratedTime),
          inclusionPromise: {
            signedEntryTimestamp: sign('sha256', Buffer.from(promised), log.privateKey).toString('base64'),
          },
          canonicalizedBody: body,
        },
      ],
    },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType,
      signatures: [{ sig: sig.toString('base64'), keyid }],
    },
  }
}

interface CertificateParts {
  readonly subject: Buffer
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly from: Date
  readonly until: Date
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const authorityName = sequence(set(sequence(objectId('2.5.4.3'), utf8('authority.example'))))
const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))
const authorityExtensions = [
  extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true),
  extension('2.5.29.19', sequence(boolean(true)), true),
]

/** Returns a certificate without its signature, RFC 5280 section 4.1. */
function toBeSigned({ subject, publicKey, extensions, from, until }: CertificateParts): Buffer {
  return sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    authorityName,
    sequence(time(from), time(until)),
    subject,
    spki(publicKey),
    tagged(0xa3, sequence(...extensions)),
  )
}

function certificate(parts: CertificateParts, signer: KeyObject): Buffer {
  const tbs = toBeSigned(parts)
  return sequence(tbs, ecdsaWithSha256, bits(sign('sha256', tbs, signer)))
}

/** Returns Fulcio's extensions for builds, https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
function buildExtensions({ identity, issuer, repository, commit, workflow }: Build): Buffer[] {
  const fulcio = (number: number, text: string | undefined) =>
    text === undefined ? [] : [extension(`1.3.6.1.4.1.57264.1.${number}`, utf8(text))]
  return [
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.17', sequence(tagged(0x86, Buffer.from(identity))), true),
    ...fulcio(8, issuer),
    ...fulcio(12, repository),
    ...fulcio(13, commit),
    // Only builds have this extension.
    ...fulcio(18, repository && workflow),
  ]
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
