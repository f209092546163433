import { describe, expect, it } from 'vitest'
import { verifyBundle } from '../../../../src/engine/sources/package-registries/sigstore-bundle.ts'
import { installedSigstoreTrust } from '../../../../src/engine/sources/package-registries/sigstore-trust.ts'
import { type Build, type Bundle, createSigstoreStandIn, newSigningKey } from '../../../support/sigstore-stand-in.ts'

const sigstore = createSigstoreStandIn()
const trust = sigstore.trust()
const statement = { _type: 'https://in-toto.io/Statement/v1', text: 'signed' }
const key = newSigningKey()
const known = { keys: [{ id: key.id, key: key.publicKey }], doubt: undefined }

describe('a bundle is verified', () => {
  it('of a build, and tells who built what', async () => {
    const verified = await verifyBundle(trust, sigstore.bundleOfBuild(statement))
    expect(verified).toMatchObject({
      state: 'verified',
      payloadType: 'application/vnd.in-toto+json',
      signer: {
        identity: 'https://github.com/acme/tool/.github/workflows/publish.yml@refs/heads/main',
        issuer: 'https://token.actions.githubusercontent.com',
        repository: 'https://github.com/acme/tool',
        commit: '0123456789abcdef0123456789abcdef01234567',
      },
    })
    expect('payload' in verified && JSON.parse(verified.payload.toString())).toEqual(statement)
  })

  it('with a repository whose address is so long that its length takes two bytes', async () => {
    const repository = `https://gitlab.example/${'group/'.repeat(30)}tool`
    expect(await verifyBundle(trust, sigstore.bundleOfBuild(statement, { repository }))).toMatchObject({
      state: 'verified',
      signer: { repository },
    })
  })

  it('of a person, who is no build', async () => {
    const verified = await verifyBundle(
      trust,
      sigstore.bundleOfBuild(statement, {
        identity: 'https://people.example/somebody',
        repository: undefined,
        commit: undefined,
      }),
    )
    expect(verified).toMatchObject({ state: 'verified', signer: { identity: 'https://people.example/somebody' } })
    expect(Object.keys('signer' in verified ? verified.signer : {})).toEqual(['identity', 'issuer'])
  })

  it('of a key, and then nobody vouches for a person or a build', async () => {
    expect(await verifyBundle(trust, sigstore.bundleOfKey(statement, key), known)).toMatchObject({
      state: 'verified',
      signer: {},
    })
  })
})

/** Returns a bundle after a change to its JSON. */
function changed(bundle: Bundle, change: (json: string) => string): unknown {
  const before = JSON.stringify(bundle)
  const after = change(before)
  expect(after).not.toBe(before)
  return JSON.parse(after)
}

describe('a bundle is invalid', () => {
  const bundle = sigstore.bundleOfBuild(statement)
  const other = sigstore.bundleOfBuild({ ...statement, text: 'another' })

  it.each<[string, unknown]>([
    [
      'with another payload',
      { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload: other.dsseEnvelope.payload } },
    ],
    ['with another payload type', changed(bundle, (json) => json.replace('vnd.in-toto+json', 'vnd.other+json'))],
    [
      'with the signature of another',
      { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, signatures: other.dsseEnvelope.signatures } },
    ],
    [
      'with the certificate of another',
      {
        ...bundle,
        verificationMaterial: { ...other.verificationMaterial, tlogEntries: bundle.verificationMaterial.tlogEntries },
      },
    ],
    [
      'with the log entry of another',
      {
        ...bundle,
        verificationMaterial: { ...bundle.verificationMaterial, tlogEntries: other.verificationMaterial.tlogEntries },
      },
    ],
    [
      'with another time',
      changed(bundle, (json) => json.replace(/"integratedTime":"\d+"/, '"integratedTime":"1767323046"')),
    ],
    ['without a log entry', { ...bundle, verificationMaterial: { ...bundle.verificationMaterial, tlogEntries: [] } }],
    ['with a certificate that was never logged', sigstore.bundleOfBuild(statement, { isLogged: false })],
    ['of another authority', createSigstoreStandIn().bundleOfBuild(statement)],
    ['of an unknown key', sigstore.bundleOfKey(statement, newSigningKey())],
    ['of another key under the id of a known one', sigstore.bundleOfKey(statement, { ...newSigningKey(), id: key.id })],
    [
      'with a hundred log entries',
      {
        ...bundle,
        verificationMaterial: {
          ...bundle.verificationMaterial,
          tlogEntries: Array.from({ length: 100 }, () => bundle.verificationMaterial.tlogEntries[0]),
        },
      },
    ],
    ['without an envelope', { ...bundle, dsseEnvelope: undefined }],
    [
      'that signs bytes and no statement',
      {
        ...bundle,
        dsseEnvelope: undefined,
        messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest: 'AAAA' }, signature: 'AAAA' },
      },
    ],
    [
      'with a certificate that is none',
      {
        ...bundle,
        verificationMaterial: {
          ...bundle.verificationMaterial,
          x509CertificateChain: { certificates: [{ rawBytes: Buffer.from('none').toString('base64') }] },
        },
      },
    ],
    [
      'with a certificate nested 20,000 deep',
      {
        ...bundle,
        verificationMaterial: {
          ...bundle.verificationMaterial,
          x509CertificateChain: {
            certificates: [{ rawBytes: Buffer.alloc(40_000, '3080', 'hex').toString('base64') }],
          },
        },
      },
    ],
    ['that is null', null],
    ['that is a text', 'bundle'],
    ['that is empty', {}],
    ['that is a list', [[[]]]],
  ])('%s', async (_what, value) => {
    expect(await verifyBundle(trust, value, known)).toEqual({ state: 'invalid', reason: expect.stringMatching(/./) })
  })

  it('of a key that was out of use by then', async () => {
    const late = { keys: [{ id: key.id, key: key.publicKey, until: new Date('2025-12-31') }], doubt: undefined }
    expect(await verifyBundle(trust, sigstore.bundleOfKey(statement, key), late)).toMatchObject({ state: 'invalid' })
    expect(await verifyBundle(trust, sigstore.bundleOfKey(statement, key, new Date('2025-12-30')), late)).toMatchObject(
      { state: 'verified' },
    )
  })
})

describe('whether a bundle is good cannot be found out', () => {
  it('when who vouches for it may be newer than the trust root', async () => {
    expect(await verifyBundle(installedSigstoreTrust(), sigstore.bundleOfBuild(statement))).toEqual({
      state: 'unreachable',
      reason: expect.stringContaining('newer trust material was not requested'),
    })
    expect(
      await verifyBundle(
        sigstore.trust({ doubt: 'the repository is away' }),
        createSigstoreStandIn().bundleOfBuild(statement),
      ),
    ).toMatchObject({ state: 'unreachable', reason: expect.stringContaining('the repository is away') })
  })

  it('when the keys could not be had', async () => {
    expect(
      await verifyBundle(trust, sigstore.bundleOfKey(statement, key), { keys: [], doubt: 'the keys could not be had' }),
    ).toMatchObject({ state: 'unreachable', reason: expect.stringContaining('the keys could not be had') })
  })

  it('but a wrong signature is wrong under any trust root', async () => {
    const bundle = sigstore.bundleOfBuild(statement)
    const forged = {
      ...bundle,
      dsseEnvelope: { ...bundle.dsseEnvelope, payload: Buffer.from('{}').toString('base64') },
    }
    expect(await verifyBundle(sigstore.trust({ doubt: 'it is old' }), forged)).toMatchObject({ state: 'invalid' })
  })

  it('and an old trust root still verifies what it knows', async () => {
    const build: Partial<Build> = { at: new Date('2024-05-05') }
    expect(
      await verifyBundle(sigstore.trust({ doubt: 'it is old' }), sigstore.bundleOfBuild(statement, build)),
    ).toMatchObject({ state: 'verified' })
  })
})
