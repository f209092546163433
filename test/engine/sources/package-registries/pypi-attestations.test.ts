import { describe, expect, it } from 'vitest'
import { verifyPypiAttestations } from '../../../../src/engine/sources/package-registries/pypi-attestations.ts'
import { pypiAttestation, publishStatement } from '../../../support/pypi-attestation.ts'
import { type Build, createSigstoreStandIn } from '../../../support/sigstore-stand-in.ts'

const sigstore = createSigstoreStandIn()
const trust = sigstore.trust()
const about = { fileName: 'a-1-py3-none-any.whl', sha256: 'ab'.repeat(32) }
const subject = { name: about.fileName, digest: { sha256: about.sha256 } }
const statement = publishStatement(subject)
const publisher = { kind: 'GitHub', repository: 'acme/tool', workflow: 'publish.yml', environment: null }

const attestation = (signed: object = statement, build: Partial<Build> = {}) => pypiAttestation(sigstore, signed, build)
const provenance = (attestations: unknown[], by: object = publisher) => ({
  version: 1,
  attestation_bundles: [{ publisher: by, attestations }],
})
const good = attestation()

describe('attestations of a file', () => {
  it('are verified when the publisher that the index names signed these bytes in a build', async () => {
    expect(
      await verifyPypiAttestations(
        provenance([
          good,
          attestation({ ...statement, predicateType: 'https://slsa.dev/provenance/v1', predicate: {} }),
        ]),
        about,
        trust,
      ),
    ).toEqual({
      state: 'verified',
      detail: 'Built and signed by https://github.com/acme/tool/.github/workflows/publish.yml@refs/heads/main.',
      repository: 'https://github.com/acme/tool',
      commit: '0123456789abcdef0123456789abcdef01234567',
    })
  })

  it('may come from another forge', async () => {
    const build = {
      issuer: 'https://gitlab.com',
      repository: 'https://gitlab.com/acme/tool',
      identity: 'https://gitlab.com/acme/tool//.gitlab-ci.yml@refs/heads/main',
      workflow: 'https://gitlab.com/acme/tool//.gitlab-ci.yml@refs/heads/main',
    }
    expect(
      await verifyPypiAttestations(
        provenance([attestation(statement, build)], {
          kind: 'GitLab',
          repository: 'Acme/Tool',
          workflow_filepath: '.gitlab-ci.yml',
        }),
        about,
        trust,
      ),
    ).toMatchObject({ state: 'verified' })
  })

  it('may name the file in another spelling', async () => {
    const spelt = { ...subject, name: 'My_Tool-1-py3-none-any.whl' }
    expect(
      await verifyPypiAttestations(
        provenance([attestation(publishStatement(spelt))]),
        { ...about, fileName: 'my.tool-1-py3-none-any.whl' },
        trust,
      ),
    ).toMatchObject({ state: 'verified' })
  })

  it.each<[string, unknown, RegExp]>([
    [
      'of a different workflow',
      provenance([
        attestation(statement, {
          workflow: 'https://github.com/acme/tool/.github/workflows/test.yml@refs/pull/1/merge',
        }),
      ]),
      /a different workflow/,
    ],
    [
      'of a workflow of that name in another repository',
      provenance([
        attestation(statement, {
          workflow: 'https://github.com/evil/tool/.github/workflows/publish.yml@refs/heads/main',
        }),
      ]),
      /a different workflow/,
    ],
    [
      'of a workflow whose name goes on',
      provenance([
        attestation(statement, {
          workflow: 'https://github.com/acme/tool/.github/workflows/publish.yml.yml@refs/heads/main',
        }),
      ]),
      /a different workflow/,
    ],
    ['of no workflow', provenance([attestation(statement, { workflow: undefined })]), /a different workflow/],
    [
      'by a publisher without workflow',
      provenance([good], { kind: 'GitHub', repository: 'acme/tool' }),
      /a different workflow/,
    ],
    [
      'for a different file',
      provenance([attestation({ ...statement, subject: [{ ...subject, name: 'b.whl' }] })]),
      /is for a different file/,
    ],
    [
      'does not match the digest',
      provenance([
        attestation({ ...statement, subject: [{ name: about.fileName, digest: { sha256: 'cd'.repeat(32) } }] }),
      ]),
      /does not match the digest/,
    ],
    [
      'about two files',
      provenance([attestation({ ...statement, subject: [subject, subject] })]),
      /a different kind of statement/,
    ],
    [
      'of another kind',
      provenance([attestation({ ...statement, predicateType: 'https://example.com/x' })]),
      /a different kind of statement/,
    ],
    [
      'of another repository',
      provenance([attestation(statement, { repository: 'https://github.com/evil/tool' })]),
      /a different repository/,
    ],
    [
      'of another issuer',
      provenance([attestation(statement, { issuer: 'https://accounts.example' })]),
      /not signed by a build of the publisher/,
    ],
    [
      'of a person',
      provenance([attestation(statement, { repository: undefined, commit: undefined })]),
      /not signed by a build of the publisher/,
    ],
    [
      'whose statement was exchanged',
      provenance([
        {
          ...good,
          envelope: { ...good.envelope, statement: attestation({ ...statement, predicate: {} }).envelope.statement },
        },
      ]),
      /is invalid/,
    ],
    [
      'of which one of two is bad',
      provenance([good, attestation(statement, { repository: 'https://github.com/evil/tool' })]),
      /a different repository/,
    ],
    ['of another version of the format', provenance([{ ...good, version: 2 }]), /does not follow PEP 740/],
    ['that are none', { version: 1, attestation_bundles: [] }, /could not be parsed/],
    ['that are a text', 'verified', /could not be parsed/],
    ['that are too many', provenance(Array.from({ length: 9 }, () => good)), /could not be parsed/],
  ])('%s are invalid', async (_what, document, detail) => {
    expect(await verifyPypiAttestations(document, about, trust)).toEqual({
      state: 'invalid',
      detail: expect.stringMatching(detail),
    })
  })

  it('of a publisher of unknown kind are not called verified', async () => {
    expect(
      await verifyPypiAttestations(provenance([good], { kind: 'Google', email: 'a@example.com' }), about, trust),
    ).toMatchObject({ state: 'unreachable', detail: expect.stringContaining('publisher kind Google') })
    expect((await verifyPypiAttestations(provenance([good], { kind: 'a\0b\ud800' }), about, trust)).detail).toContain(
      'publisher kind a\ufffdb\ufffd',
    )
    expect(
      await verifyPypiAttestations(provenance([good], { kind: 'constructor', repository: 'acme/tool' }), about, trust),
    ).toMatchObject({ state: 'unreachable' })
  })

  it('by an authority that is not known yet are not called invalid when trust may be out of date', async () => {
    expect(
      await verifyPypiAttestations(
        provenance([good]),
        about,
        createSigstoreStandIn().trust({ doubt: 'newer trust material could not be fetched' }),
      ),
    ).toMatchObject({
      state: 'unreachable',
      detail: expect.stringContaining('newer trust material could not be fetched'),
    })
  })
})
