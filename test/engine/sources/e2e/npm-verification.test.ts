import { createHash, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { fetchSource, resolveSource } from '../../../../src/engine/sources/fetch-source.ts'
import { type StandInOptions, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import {
  createSigstoreStandIn,
  newSigningKey,
  type NpmKey,
  registryKeysDocument,
  type SigningKey,
} from '../../../support/sigstore-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { writePackageTarball } from '../../../support/tar-writer.ts'

const sigstore = createSigstoreStandIn()
const key = newSigningKey()
const archive = writePackageTarball({ 'package.json': JSON.stringify({ name: '@s/a', version: '1.0.0' }) })
const sha512 = createHash('sha512').update(archive)
const [hex, integrity] = [sha512.copy().digest('hex'), `sha512-${sha512.digest('base64')}`]
const publishedAt = '2026-01-02T03:04:05.000Z'
const keysPath = '-/npm/v1/keys'
const attestationsPath = '-/npm/v1/attestations/@s/a@1.0.0'

const signature = ({ id, privateKey }: SigningKey = key, message = `@s/a@1.0.0:${integrity}`) => ({
  keyid: id,
  sig: sign('sha256', Buffer.from(message), privateKey).toString('base64'),
})

interface Published {
  readonly signatures?: unknown
  readonly attestations?: readonly object[]
  /** Keys that the registry itself publishes. */
  readonly registryKeys?: readonly (SigningKey & { readonly until?: Date })[]
  /** Keys from TUF. */
  readonly npmKeys?: readonly NpmKey[]
  readonly doubt?: string
  readonly publishedAt?: string
  readonly answer?: StandInOptions['answer']
}

/** Returns the facts that a scan reports about a version published like this. */
async function factsOf({
  signatures,
  attestations,
  registryKeys,
  npmKeys = [],
  doubt,
  answer,
  ...published
}: Published) {
  const dist = {
    ...(signatures !== undefined && { signatures }),
    ...(attestations !== undefined && {
      attestations: { url: 'https://elsewhere.example/attestations', provenance: {} },
    }),
  }
  const answers = (path: string) => {
    const given = answer?.(path)
    if (given !== undefined) return given
    if (path === keysPath && registryKeys !== undefined) return registryKeysDocument(registryKeys)
    return path === attestationsPath && attestations !== undefined ? JSON.stringify({ attestations }) : undefined
  }
  await using standIn = await startNpmStandIn(
    { '@s/a@1.0.0': { tarball: archive, registry: { dist }, publishedAt, ...published } },
    { answer: answers },
  )
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const trust = sigstore.trust({ npmKeys, ...(doubt !== undefined && { doubt }) })
  const context = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: standIn.url, trust }) })
  const resolved = await resolveSource(context, { type: 'npm', name: '@s/a', selector: 'latest' })
  await using snapshot = await fetchSource(context, resolved)
  const { signature, provenance } = snapshot.source.package ?? {}
  return { signature, provenance, requests: [...standIn.requests] }
}

describe('the signature of a registry', () => {
  it('is absent where there is none, which nobody has to ask about', async () => {
    const { signature, provenance, requests } = await factsOf({})
    expect(signature).toEqual({ state: 'absent', detail: 'The registry has no signature for this version.' })
    expect(provenance?.state).toBe('absent')
    expect(requests).toEqual(['@s/a', '@s/a/-/a-1.0.0.tgz'])
  })

  it('is verified by a key that the registry publishes', async () => {
    const { signature: told, requests } = await factsOf({ signatures: [signature()], registryKeys: [key] })
    expect(told).toEqual({ state: 'verified', detail: `Signed by the registry's key ${key.id}.` })
    expect(requests).toContain(keysPath)
  })

  it('is verified by a key that is known without asking', async () => {
    const { signature: told, requests } = await factsOf({ signatures: [signature()], npmKeys: [key] })
    expect(told?.state).toBe('verified')
    expect(requests).not.toContain(keysPath)
  })

  const other = newSigningKey()
  it.each<[string, unknown]>([
    ['of another digest', [signature(key, '@s/a@1.0.0:sha512-other')]],
    ['of another version', [signature(key, `@s/a@1.0.1:${integrity}`)]],
    ['of another key under the same id', [{ ...signature(other), keyid: key.id }]],
    ["of a key that is none of the registry's", [signature(other)]],
    ['of garbage', [{ keyid: key.id, sig: 'garbage' }]],
    ['beside a good one', [signature(), { keyid: key.id, sig: '' }]],
    ['of the wrong type', 'signed'],
    ['of the wrong fields', [{ keyid: 7 }]],
    ['nine times', Array.from({ length: 9 }, () => signature())],
  ])('is invalid %s', async (_what, signatures) => {
    expect((await factsOf({ signatures, registryKeys: [key] })).signature?.state).toBe('invalid')
  })

  it('counts by the time of publication when its key went out of use', async () => {
    const retired = { ...key, until: new Date('2025-01-29') }
    const told = async (publishedAt: string) =>
      (await factsOf({ signatures: [signature()], registryKeys: [retired], publishedAt })).signature
    expect(await told('2025-01-28T23:59:59Z')).toMatchObject({ state: 'verified' })
    expect(await told('2025-01-29T00:00:00Z')).toMatchObject({
      state: 'invalid',
      detail: expect.stringContaining('was not valid'),
    })
    expect(await told('')).toMatchObject({
      state: 'unreachable',
      detail: expect.stringContaining('does not list when'),
    })
  })

  it.each<[string, StandInOptions['answer']]>([
    ['does not have them', () => undefined],
    ['refuses', (path) => (path === keysPath ? 403 : undefined)],
    ['answers with something else', (path) => (path === keysPath ? '[]' : undefined)],
    ['answers with no JSON', (path) => (path === keysPath ? '<html>' : undefined)],
    ['answers with too much', (path) => (path === keysPath ? Buffer.alloc(3 * 2 ** 20, ' ') : undefined)],
  ])('cannot be checked when the keys are not known and the registry %s', async (_what, answer) => {
    const { signature: told } = await factsOf({ signatures: [signature()], ...(answer && { answer }) })
    expect(told).toMatchObject({ state: 'unreachable', detail: expect.stringContaining(key.id) })
  })

  it('may be by a key that is newer than what is known', async () => {
    expect(
      (await factsOf({ signatures: [signature()], registryKeys: [], doubt: 'it is old' })).signature,
    ).toMatchObject({ state: 'unreachable', detail: expect.stringContaining('it is old') })
  })
})

const slsa = 'https://slsa.dev/provenance/v1'
const publish = 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1'

const statement = (predicateType: string, changes: object = {}) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/%40s/a@1.0.0', digest: { sha512: hex } }],
  predicateType,
  predicate: {},
  ...changes,
})

describe('provenance', () => {
  it.each(['https://slsa.dev/provenance/v0.2', slsa])(
    "is verified by a build's attestation of the kind %s",
    async (predicateType) => {
      const { provenance, signature: told } = await factsOf({
        attestations: [{ predicateType, bundle: sigstore.bundleOfBuild(statement(predicateType)) }],
      })
      expect(provenance).toEqual({
        state: 'verified',
        detail: 'Built and signed by https://github.com/acme/tool/.github/workflows/publish.yml@refs/heads/main.',
        repository: 'https://github.com/acme/tool',
        commit: '0123456789abcdef0123456789abcdef01234567',
      })
      expect(told?.state).toBe('absent')
    },
  )

  it('is asked for at the registry, wherever the metadata says that it lies', async () => {
    const { requests } = await factsOf({ attestations: [] })
    expect(requests).toContain(attestationsPath)
  })

  const about = (changes: object) => [{ predicateType: slsa, bundle: sigstore.bundleOfBuild(statement(slsa, changes)) }]
  it.each<[string, readonly object[]]>([
    [
      'does not match the digest',
      about({ subject: [{ name: 'pkg:npm/%40s/a@1.0.0', digest: { sha512: '0'.repeat(128) } }] }),
    ],
    ['about another digest', about({ subject: [{ name: 'pkg:npm/%40s/a@1.0.0', digest: { sha1: '0'.repeat(40) } }] })],
    ['about another version', about({ subject: [{ name: 'pkg:npm/%40s/a@1.0.1', digest: { sha512: hex } }] })],
    ['for a different package', about({ subject: [{ name: 'pkg:npm/a@1.0.0', digest: { sha512: hex } }] })],
    ['about several', about({ subject: [...statement(slsa).subject, ...statement(slsa).subject] })],
    ['about nothing', about({ subject: [] })],
    ['of another kind than it says', about({ predicateType: publish })],
    ['that is no statement', about({ _type: 'text' })],
    [
      'of a person',
      [
        {
          predicateType: slsa,
          bundle: sigstore.bundleOfBuild(statement(slsa), { repository: undefined, commit: undefined }),
        },
      ],
    ],
    ['of a key', [{ predicateType: slsa, bundle: sigstore.bundleOfKey(statement(slsa), key) }]],
    ['of another authority', [{ predicateType: slsa, bundle: createSigstoreStandIn().bundleOfBuild(statement(slsa)) }]],
    ['of garbage', [{ predicateType: slsa, bundle: 'garbage' }]],
    [
      'beside a good one',
      [
        { predicateType: slsa, bundle: sigstore.bundleOfBuild(statement(slsa)) },
        { predicateType: slsa, bundle: {} },
      ],
    ],
    ['that is nothing', [{ predicateType: slsa }]],
    ['without kind', [{ bundle: {} }]],
  ])('is invalid by an attestation %s', async (_what, attestations) => {
    const { provenance } = await factsOf({ attestations, registryKeys: [key] })
    expect(provenance?.state).toBe('invalid')
    expect(provenance?.repository).toBeUndefined()
  })

  it('is absent where there are attestations of other kinds only', async () => {
    expect(
      (await factsOf({ attestations: [{ predicateType: 'https://example.org/other', bundle: {} }] })).provenance?.state,
    ).toBe('absent')
  })

  it.each<[string, number | string]>([
    ['404', 404],
    ['403', 403],
    ['a redirect to nowhere', 500],
  ])('cannot be found out when the registry answers with %s', async (_what, answer) => {
    expect(
      (await factsOf({ attestations: [], answer: (path) => (path === attestationsPath ? answer : undefined) }))
        .provenance?.state,
    ).toBe('unreachable')
  })

  it('cannot be found out by a trust root that may be too old', async () => {
    const attestations = [{ predicateType: slsa, bundle: createSigstoreStandIn().bundleOfBuild(statement(slsa)) }]
    expect((await factsOf({ attestations, doubt: 'it is old' })).provenance).toMatchObject({
      state: 'unreachable',
      detail: expect.stringContaining('it is old'),
    })
  })

  it('of deeply nested JSON is invalid and harms nothing', async () => {
    const nested =
      `{"attestations":[{"predicateType":"${slsa}","bundle":` + `${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`
    expect(
      (await factsOf({ attestations: [], answer: (path) => (path === attestationsPath ? nested : undefined) }))
        .provenance?.state,
    ).toBe('invalid')
  })
})

describe('the attestation of publication', () => {
  const attestation = (signer: SigningKey, changes: object = {}) => ({
    predicateType: publish,
    bundle: sigstore.bundleOfKey(statement(publish, changes), signer),
  })

  it('is a signature of the registry like the other', async () => {
    const { signature: told, provenance } = await factsOf({ attestations: [attestation(key)], registryKeys: [key] })
    expect(told?.state).toBe('verified')
    expect(provenance?.state).toBe('absent')
  })

  it('spoils a good signature when it is invalid', async () => {
    const facts = await factsOf({
      signatures: [signature()],
      attestations: [
        attestation(key, { subject: [{ name: 'pkg:npm/%40s/a@1.0.0', digest: { sha512: 'f'.repeat(128) } }] }),
      ],
      registryKeys: [key],
    })
    expect(facts.signature).toEqual({
      state: 'invalid',
      detail: 'The publish attestation does not match the digest of the archive.',
    })
  })

  it('by another publisher is invalid', async () => {
    expect(
      (await factsOf({ attestations: [attestation(newSigningKey())], registryKeys: [key] })).signature?.state,
    ).toBe('invalid')
    expect(
      (
        await factsOf({
          attestations: [{ predicateType: publish, bundle: sigstore.bundleOfBuild(statement(publish)) }],
          registryKeys: [key],
        })
      ).signature?.state,
    ).toBe('invalid')
  })

  it('takes nothing from a good signature when it cannot be checked', async () => {
    expect(
      (await factsOf({ signatures: [signature()], npmKeys: [key], attestations: [attestation(newSigningKey())] }))
        .signature?.state,
    ).toBe('verified')
  })
})

describe('what takes long', () => {
  it('is given up, and the scan goes on', async () => {
    await using standIn = await startNpmStandIn(
      {
        '@s/a@1.0.0': {
          tarball: archive,
          registry: { dist: { signatures: [signature()], attestations: { url: 'x' } } },
        },
      },
      { delayMs: (path) => (path.startsWith('-/') ? 60_000 : 0) },
    )
    await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
    const context = sourceContext({
      npmRegistry: createNpmRegistry({ network, registry: standIn.url, trust: sigstore.trust({ npmKeys: [key] }) }),
      signal: AbortSignal.timeout(30_000),
    })
    const startedAt = performance.now()
    await using snapshot = await fetchSource(
      context,
      await resolveSource(context, { type: 'npm', name: '@s/a', selector: 'latest' }),
    )
    expect(performance.now() - startedAt).toBeLessThan(13_000)
    expect(snapshot.source.package).toMatchObject({
      signature: { state: 'verified' },
      provenance: { state: 'unreachable', detail: expect.stringContaining('within 10 s') },
    })
  }, 20_000)

  it('ends with the scan', async () => {
    await using standIn = await startNpmStandIn(
      { '@s/a@1.0.0': { tarball: archive, registry: { dist: { signatures: [signature()] } } } },
      { delayMs: (path) => (path === keysPath ? 60_000 : 0) },
    )
    await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
    const stop = new AbortController()
    const context = sourceContext({
      npmRegistry: createNpmRegistry({ network, registry: standIn.url, trust: sigstore.trust() }),
      signal: stop.signal,
    })
    const resolved = await resolveSource(context, { type: 'npm', name: '@s/a', selector: 'latest' })
    setTimeout(() => stop.abort(new Error('no longer wanted')), 200)
    await expect(fetchSource(context, resolved)).rejects.toThrow('no longer wanted')
  })
})
