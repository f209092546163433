import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { bundleFromJSON } from '@sigstore/bundle'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { eq } from 'drizzle-orm'
import { importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { listReceipts, removeExpiredReceipts } from '../../../../src/service/db/registry/receipts.ts'
import { registryServers } from '../../../../src/service/db/registry/servers-schema.ts'
import { registrySigningKeys } from '../../../../src/service/db/registry/trust-schema.ts'
import type { DsseEnvelope } from '../../../../src/engine/model/receipt.ts'
import { receiptOf } from '../../../../src/service/registry/receipts/issue-receipts.ts'
import { signEnvelope } from '../../../../src/engine/receipts/dsse.ts'
import { receiptKeySet } from '../../../../src/service/registry/receipts/published-keys.ts'
import type { ReceiptKeySet } from '../../../../src/engine/receipts/key-set.ts'
import { openSigningKey, rotateSigningKey } from '../../../../src/service/registry/receipts/signing-key.ts'
import { filesAlgorithm } from '../../../../src/engine/receipts/subject.ts'
import { verifyReceipt } from '../../../../src/engine/receipts/verify-receipt.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { archive, insertReceiptedServer } from './receipted-server.ts'

const { db } = await testDatabase()
const context = {
  db,
  masterKey: masterKeyFrom(randomBytes(32).toString('hex')),
  publicUrl: 'https://assay.example',
  advisoryBases: [],
}
const dayMs = 24 * 60 * 60_000
const start = new Date()
const after = (days: number) => new Date(start.getTime() + days * dayMs)
const hex = (algorithm: string) => createHash(algorithm).update(archive).digest('hex')

const server = await insertReceiptedServer(db, { slug: 'npm-server' })

async function issued(id = server.id, now = start) {
  const receipt = await receiptOf(context, id, now)
  if (!receipt) throw new Error('there is no receipt')
  return receipt
}

/** Verifies an envelope with Sigstore's own library and only the published key. Throws if verification fails. */
async function verifyBySigstore(envelope: DsseEnvelope, { keys }: ReceiptKeySet): Promise<void> {
  const material = toTrustMaterial(TrustedRoot.fromJSON({}), (hint) => {
    const key = keys.find(({ kid }) => kid === hint)
    if (!key) throw new Error('no such key')
    return { publicKey: createPublicKey({ key, format: 'jwk' }), validFor: () => true }
  })
  const [signature] = envelope.signatures
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      publicKey: { hint: signature?.keyid ?? '' },
      tlogEntries: [],
      timestampVerificationData: undefined,
    },
    dsseEnvelope: envelope,
  })
  new Verifier(material, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 }).verify(toSignedEntity(bundle))
}

const outcomes = (text: string, keys: ReceiptKeySet, now = start, artifact?: Record<string, string>) =>
  verifyReceipt(text, { keys, now, ...(artifact && { artifact }) }).checks.map(
    ({ name, outcome }) => `${name} ${outcome}`,
  )

describe('a receipt', () => {
  it('states what was scanned, by whom, with what and what came of it, in an in-toto statement', async () => {
    const { envelope, statement } = await issued()
    expect(envelope.payloadType).toBe('application/vnd.in-toto+json')
    expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toEqual(statement)
    expect(statement).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'pkg:npm/server@1.0.0', digest: { sha512: hex('sha512') } }],
      predicateType: 'https://assay.example/docs/registry/receipt/v1',
      predicate: {
        scanner: { name: 'Assay', version: '0.1.0', rules: 'engine-1', url: 'https://assay.example' },
        source: {
          type: 'npm',
          url: 'https://www.npmjs.com/package/server',
          revision: '1.0.0',
          digest: expect.stringMatching(/^sha512-/),
        },
        scope: {
          detectors: [{ id: 'vulnerable-dependencies', status: 'succeeded' }],
          files: 2,
          bytes: 100,
          components: 4,
          undecidedAdvisories: 0,
        },
        verdict: 'pass',
        score: 92,
        grade: 'A',
        method: '1',
        vulnerabilities: { critical: 0, high: 0, medium: 1, low: 0, info: 0, total: 1 },
        scanId: server.scanId,
        scannedAt: '2026-11-01T10:00:00.000Z',
        advisories: { npm: { syncedAt: '2026-11-01T09:00:00.000Z', newestModified: '2026-10-31T12:00:00.000Z' } },
        evidence: 'https://assay.example/api/v1/servers/npm-server',
        keyId: envelope.signatures[0]?.keyid,
        issuedAt: start.toISOString(),
        expiresAt: after(30).toISOString(),
      },
    })
  })

  it('binds a repository to its commit and its files, and says where nothing was decided', async () => {
    const commit = 'a'.repeat(40)
    const { id } = await insertReceiptedServer(db, {
      slug: 'github-owner-server-src',
      type: 'git',
      canonicalUrl: 'https://github.com/owner/server',
      folder: 'src',
      version: commit,
      digest: `sha256-${createHash('sha256').update(archive).digest('base64')}`,
      undecidedAdvisories: 1,
    })
    const { statement } = await issued(id)
    expect(statement.subject).toEqual([
      {
        name: `git+https://github.com/owner/server@${commit}#src`,
        digest: { gitCommit: commit, [filesAlgorithm]: hex('sha256') },
      },
    ])
    expect(statement.predicate).toMatchObject({ verdict: 'inconclusive', source: { folder: 'src' } })
    const flawed = await insertReceiptedServer(db, { slug: 'npm-flawed', high: 1, undecidedAdvisories: 1 })
    expect((await issued(flawed.id)).statement.predicate.verdict).toBe('fail')
  })

  it('verifies with Sigstore’s library and the published keys, which are JSON Web Keys', async () => {
    const keys = await receiptKeySet(db)
    const { envelope } = await issued()
    await verifyBySigstore(envelope, keys)
    await expect(
      verifyBySigstore({ ...envelope, payload: Buffer.from('{}').toString('base64') }, keys),
    ).rejects.toThrow()
    for (const key of keys.keys) expect(await importJWK(key)).toMatchObject({ type: 'public' })
  })

  it('is not issued for a partial scan, an older revision, a hidden server, or a merged one', async () => {
    const without = await Promise.all([
      insertReceiptedServer(db, { slug: 'npm-partial', partial: true }),
      insertReceiptedServer(db, { slug: 'npm-behind', version: '1.0.0', currentRevision: '1.1.0' }),
      insertReceiptedServer(db, { slug: 'npm-hidden', hiddenAt: start }),
      insertReceiptedServer(db, { slug: 'npm-undigested', digest: 'md5-AAAA' }),
    ])
    const merged = await insertReceiptedServer(db, { slug: 'npm-merged' })
    await db.update(registryServers).set({ mergedInto: server.id }).where(eq(registryServers.id, merged.id))
    for (const { id } of [...without, merged]) expect(await receiptOf(context, id, start)).toBeUndefined()
  })

  it('stays the same until it is valid for less than ten days, and is then renewed', async () => {
    const first = await issued()
    expect(await issued(server.id, after(19))).toEqual(first)
    const second = await issued(server.id, after(21))
    expect(second.statement.predicate).toMatchObject({
      issuedAt: after(21).toISOString(),
      expiresAt: after(51).toISOString(),
    })
    expect(await issued(server.id, after(22))).toEqual(second)
    expect(await listReceipts(db, [server.scanId])).toHaveLength(1)
    await removeExpiredReceipts(db, after(52))
    expect(await listReceipts(db, [server.scanId])).toEqual([])
  })
})

describe('signing keys', () => {
  it('are one for all that ask at once, and never lie in clear', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => openSigningKey(context, start)))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    const rows = await db.select().from(registrySigningKeys)
    const pkcs8 = opened[0]?.privateKey.export({ format: 'der', type: 'pkcs8' }) ?? Buffer.of()
    expect(
      rows.some(
        ({ privateKeySealed }) =>
          privateKeySealed?.includes(pkcs8.subarray(-32)) || privateKeySealed?.includes(pkcs8.toString('base64')),
      ),
    ).toBe(false)
    await expect(
      openSigningKey({ db, masterKey: masterKeyFrom('another secret of thirty-two characters') }, start),
    ).rejects.toThrow()
  })

  it(
    'are retired for good: what they signed verifies, new receipts are by the new one, and no private part is ' +
      'left',
    async () => {
      const before = await issued()
      const { retired, id } = await rotateSigningKey(context, after(1))
      expect(retired).toBe(before.envelope.signatures[0]?.keyid)
      const keys = await receiptKeySet(db)
      expect(keys.keys.map(({ kid, status }) => [kid, status])).toEqual([
        [retired, 'retired'],
        [id, 'active'],
      ])
      const now = await issued(server.id, after(1))
      expect(now.envelope.signatures[0]?.keyid).toBe(id)
      for (const { envelope } of [before, now]) {
        await verifyBySigstore(envelope, keys)
        expect(outcomes(JSON.stringify(envelope), keys, after(2))).toEqual([
          'signature holds',
          'key holds',
          'time holds',
        ])
      }
      const rows = await db.select().from(registrySigningKeys)
      expect(rows.filter(({ privateKeySealed }) => privateKeySealed !== null).map((row) => row.id)).toEqual([id])
    },
  )
})

describe('verifying', async () => {
  const { envelope } = await issued()
  const keys = await receiptKeySet(db)
  const text = JSON.stringify(envelope)
  const signed = (changed: Partial<DsseEnvelope>) => JSON.stringify({ ...envelope, ...changed })

  it('fails when any one byte of payload or signature is another one', () => {
    const payload = Buffer.from(envelope.payload, 'base64')
    const [signature] = envelope.signatures
    const sig = Buffer.from(signature?.sig ?? '', 'base64')
    expect(outcomes(text, keys)).toEqual(['signature holds', 'key holds', 'time holds'])
    const withByte = (bytes: Buffer, place: number, bit: number) => {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ (1 << bit)
      return changed.toString('base64')
    }
    for (let place = 0; place < payload.length; place++)
      expect(outcomes(signed({ payload: withByte(payload, place, place % 8) }), keys), `byte ${place}`).toEqual([
        'signature fails',
      ])
    for (let place = 0; place < sig.length; place++)
      for (let bit = 0; bit < 8; bit++)
        expect(
          outcomes(signed({ signatures: [{ keyid: signature?.keyid ?? '', sig: withByte(sig, place, bit) }] }), keys),
          `byte ${place}`,
        ).toEqual(['signature fails'])
    expect(sig).toHaveLength(64)
  })

  it('fails when any one character of the base64 is another one, although it may stand for the same bytes', () => {
    // Whole groups of four characters are whole bytes, which the previous test covers. This tests a few of them, and
    // the end with its unused bits.
    const places = [...envelope.payload].flatMap((character, place) =>
      place % 16 === 0 || place > envelope.payload.length - 9 ? [{ place, character }] : [],
    )
    for (const { place, character } of places) {
      const other = character === 'A' ? 'B' : 'A'
      const changed = `${envelope.payload.slice(0, place)}${other}${envelope.payload.slice(place + 1)}`
      expect(
        outcomes(signed({ payload: changed }), keys).some((outcome) => outcome.endsWith('fails')),
        `character ${place}`,
      ).toBe(true)
    }
  })

  it.each([
    ['another type', signed({ payloadType: 'application/json' }), ['document fails']],
    ['no signature', signed({ signatures: [] }), ['document fails']],
    [
      'a key that nobody knows',
      signed({ signatures: [{ keyid: 'nobody\u001b[2J', sig: envelope.signatures[0]?.sig ?? '' }] }),
      ['signature unknown'],
    ],
    ['something else', '{"hello":1}', ['document fails']],
    ['no JSON', '\0', ['document fails']],
    [
      'the answer of the API',
      JSON.stringify({ success: true, data: { envelope } }),
      ['signature holds', 'key holds', 'time holds'],
    ],
  ])('tells %s', (_what, document, expected) => {
    expect(outcomes(document, keys)).toEqual(expected)
  })

  it('refuses a signed document that is not a statement or that names another key', async () => {
    const { statement } = await issued(server.id, after(1))
    const key = await openSigningKey(context, after(1))
    const all = await receiptKeySet(db)
    const signedAs = (keyId: string) =>
      outcomes(
        JSON.stringify(signEnvelope({ ...statement, predicate: { ...statement.predicate, keyId } }, key)),
        all,
        after(2),
      )
    expect(signedAs(key.id)).toEqual(['signature holds', 'key holds', 'time holds'])
    expect(signedAs(all.keys.find(({ kid }) => kid !== key.id)?.kid ?? '')).toEqual(['document fails'])
    expect(outcomes(JSON.stringify(signEnvelope({ ...statement, predicateType: 'something else' }, key)), all)).toEqual(
      ['document fails'],
    )
  })

  it('fails after its time and before it, and for a key that did not sign then', () => {
    expect(outcomes(text, keys, after(60))).toEqual(['signature holds', 'key holds', 'time fails'])
    expect(outcomes(text, keys, after(-1))).toEqual(['signature holds', 'key holds', 'time fails'])
    const early = { keys: keys.keys.map((key) => ({ ...key, notAfter: after(-2).toISOString() })) }
    expect(outcomes(text, early)).toEqual(['signature holds', 'key fails', 'time holds'])
  })

  it('tells the artifact from every other', () => {
    expect(outcomes(text, keys, start, { sha256: hex('sha256'), sha512: hex('sha512') })).toContain('artifact holds')
    expect(
      outcomes(text, keys, start, { sha512: hex('sha512').replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    ).toContain('artifact fails')
    expect(outcomes(text, keys, start, { [filesAlgorithm]: hex('sha256') })).toContain('artifact unknown')
  })
})
