import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createPypiIndex } from '../../../../src/engine/sources/package-registries/pypi-index.ts'
import type { SigstoreTrust } from '../../../../src/engine/sources/package-registries/sigstore-trust.ts'
import { fetchSource, resolveSource } from '../../../../src/engine/sources/fetch-source.ts'
import { type PypiStandInOptions, type StandInReleases, startPypiStandIn } from '../../../support/pypi-stand-in.ts'
import { provenanceObject } from '../../../support/pypi-attestation.ts'
import { createSigstoreStandIn } from '../../../support/sigstore-stand-in.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { fileEntry, writeTarball } from '../../../support/tar-writer.ts'
import { zip } from '../../../support/zip.ts'

async function scan(
  releases: StandInReleases,
  version?: string,
  { trust, ...options }: PypiStandInOptions & { readonly trust?: SigstoreTrust } = {},
) {
  await using standIn = await startPypiStandIn(releases, options)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  const context = sourceContext({
    pypiIndex: createPypiIndex({ network, index: standIn.url, ...(trust && { trust }) }),
    signal: AbortSignal.timeout(10_000),
  })
  const resolved = await resolveSource(context, { type: 'pypi', name: 'a', ...(version !== undefined && { version }) })
  return { resolved, snapshot: await fetchSource(context, resolved), requests: [...standIn.requests] }
}

describe('a project is resolved to one release', () => {
  const several: StandInReleases = {
    'a@1.0': {},
    'a@1.10': {},
    'a@1.9': {},
    'a@2.0rc1': {},
    'a@1.11': { yanked: 'broken' },
  }

  it.each<[string | undefined, string]>([
    [undefined, '1.10'],
    ['1.9', '1.9'],
    ['1.10.0', '1.10'],
    ['v1.9', '1.9'],
    ['2.0rc1', '2.0rc1'],
    ['2.0-c1', '2.0rc1'],
    ['1.11', '1.11'],
  ])('%s is %s', async (asked, version) => {
    const { resolved, snapshot } = await scan(several, asked)
    expect(resolved).toMatchObject({
      type: 'pypi',
      canonicalUrl: 'https://pypi.org/project/a/',
      revision: version,
      name: 'a',
    })
    expect(snapshot.source).toMatchObject({
      type: 'pypi',
      canonicalUrl: 'https://pypi.org/project/a/',
      revision: version,
      digest: expect.stringMatching(/^sha256-/),
    })
  })

  it.each<[string, StandInReleases, string]>([
    ['a pre-release where there is nothing else', { 'a@1.0a1': {}, 'a@1.0b1': {} }, '1.0b1'],
    ['a yanked one where there is nothing else', { 'a@1.0': { yanked: true }, 'a@1.1': { yanked: true } }, '1.1'],
    ['one that has something to read', { 'a@1.0': {}, 'a@2.0': { index: { filename: 'a-2.0.tar.bz2' } } }, '1.0'],
  ])('%s', async (_what, releases, version) => {
    expect((await scan(releases)).resolved.revision).toBe(version)
  })

  it('and told what the index says of it', async () => {
    const { snapshot } = await scan(several, '1.11', { projects: { a: { 'project-status': { status: 'archived' } } } })
    expect(snapshot.source.package).toEqual({
      versions: 5,
      yanked: true,
      deprecated: 'This release was yanked: broken. The project is archived',
      publishedAt: '2026-01-02T03:04:05.678Z',
      provenance: { state: 'absent', detail: 'The package index has no attestations for this file.' },
    })
  })

  it.each<[StandInReleases, string | undefined, string]>([
    [{}, undefined, 'The Python project a could not be read: the package index does not have it.'],
    [
      several,
      '9.9',
      'The Python project a has no version "9.9"; the latest version is 1.10, the nearest other version is 2.0rc1.',
    ],
    [
      several,
      '1.9.5',
      'The Python project a has no version "1.9.5"; the latest version is 1.10, the nearest other version is 1.9.',
    ],
    [
      { 'a@1.0': { index: { filename: 'a-1.0.tar.bz2' } } },
      undefined,
      'The Python project a has no release with a readable wheel or source distribution.',
    ],
    [
      { 'a@1.0': { index: { filename: 'a-1.0.tar.bz2' } } },
      '1.0',
      'a 1.0 has neither a wheel nor a source distribution as .tar.gz or .zip.',
    ],
    [{ 'a@1.0': { index: { filename: 'a-1.0.exe' } } }, undefined, 'The Python project a has no releases.'],
  ])('or not: %#', async (releases, version, message) => {
    await expect(scan(releases, version)).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'SOURCE_NOT_FOUND',
      message,
    })
  })

  it('or not, because it was taken away', async () => {
    const answer = () =>
      JSON.stringify({ meta: { 'api-version': '1.4' }, files: [], 'project-status': { status: 'quarantined' } })
    await expect(scan({}, undefined, { answer })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: 'The Python project a has no releases: it is quarantined.',
    })
  })

  it.each([
    [401, 'SOURCE_FORBIDDEN'],
    [403, 'SOURCE_FORBIDDEN'],
    [404, 'SOURCE_NOT_FOUND'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ])('not when the index answers %i', async (status, code) => {
    await expect(scan(several, undefined, { answer: () => status })).rejects.toMatchObject({
      name: 'ScanFailure',
      code,
    })
  })
})

describe('the file whose code is looked at', () => {
  it.each<[string, string[], string]>([
    [
      'is the wheel that is installed, whatever purer one lies beside it',
      ['tar.gz', 'cp313-cp313-manylinux_2_17_x86_64', 'py3-none-any', 'cp313-cp313-win_amd64'],
      'a-1.0-cp313-cp313-manylinux_2_17_x86_64.whl',
    ],
    [
      'of several pure ones too',
      ['py2.py3-none-any', 'py313-none-any', 'py314-none-any', 'py3-none-any'],
      'a-1.0-py313-none-any.whl',
    ],
    ['in its newest build', ['py3-none-any', '9-py3-none-any', '10x-py3-none-any'], 'a-1.0-10x-py3-none-any.whl'],
    ['else a source distribution', ['cp313-cp313-win_amd64', 'py314-none-any', 'zip', 'tar.gz'], 'a-1.0.tar.gz'],
    [
      'else a pure wheel for another environment',
      ['cp312-cp312-win_amd64', 'py314-none-any'],
      'a-1.0-py314-none-any.whl',
    ],
    ['else any wheel', ['cp313-cp313-win_amd64'], 'a-1.0-cp313-cp313-win_amd64.whl'],
  ])('%s', async (_what, as, fileName) => {
    const { resolved } = await scan({ 'a@1.0': { as } })
    expect(resolved.file.fileName).toBe(fileName)
  })

  it('leaves others out, and says so', async () => {
    const { snapshot } = await scan({ 'a@1.0': { as: ['tar.gz', 'cp313-cp313-win_amd64', 'py3-none-any'] } })
    expect(snapshot.notFollowed).toEqual([
      {
        path: 'a-1.0-cp313-cp313-win_amd64.whl',
        reason: 'it is another file of this release; a-1.0-py3-none-any.whl was read',
      },
    ])
    expect(snapshot.skipped).toEqual([])
    expect(
      (await scan({ 'a@1.0': { as: ['tar.gz', 'zip', 'cp313-cp313-win_amd64'] } })).snapshot.notFollowed?.map(
        ({ path }) => path,
      ),
    ).toEqual(['a-1.0.zip', 'a-1.0-cp313-cp313-win_amd64.whl'])
    expect(
      (
        await scan({
          'a@1.0': {
            as: ['py3-none-any', ...Array.from({ length: 70 }, (_, index) => `cp313-cp313-macosx_${index}_0_arm64`)],
          },
        })
      ).snapshot.notFollowed,
    ).toHaveLength(51)
  })

  it('is a gap where what is installed is too large to be read', async () => {
    const small = zip([{ name: 'a-1.0.dist-info/METADATA', content: 'Metadata-Version: 2.1\nName: a\nVersion: 1.0\n' }])
    const sha256 = createHash('sha256').update(small).digest('hex')
    const file = (filename: string, size: number) => ({ filename, url: '../../files/a.whl', hashes: { sha256 }, size })
    const files = [
      file('a-1.0-cp313-cp313-manylinux_2_17_x86_64.whl', 60 * 2 ** 20),
      file('a-1.0-cp313-cp313-win_amd64.whl', 60 * 2 ** 20),
      file('a-1.0-py3-none-any.whl', small.length),
    ]
    const answer = (path: string) =>
      path === 'simple/a/'
        ? JSON.stringify({ meta: { 'api-version': '1.1' }, files })
        : path === 'files/a.whl'
          ? small
          : undefined
    const { snapshot } = await scan({}, undefined, { answer })
    expect(snapshot.skipped).toEqual([
      {
        path: 'a-1.0-cp313-cp313-manylinux_2_17_x86_64.whl',
        reason:
          'it is the file that pip installs for CPython 3.13 on Linux x86_64 (glibc 2.36), but larger than 50 MiB; ' +
          'a-1.0-py3-none-any.whl was read instead',
      },
    ])
    expect(snapshot.notFollowed?.map(({ path }) => path)).toEqual(['a-1.0-cp313-cp313-win_amd64.whl'])
  })

  it('has its names as the wheel has them, and no leading folder in a source distribution', async () => {
    expect([...(await scan({ 'a@1.0': {} })).snapshot.files.keys()]).toEqual([
      'a/__init__.py',
      'a-1.0.dist-info/METADATA',
      'a-1.0.dist-info/WHEEL',
    ])
    for (const as of ['tar.gz', 'zip'])
      expect([...(await scan({ 'a@1.0': { as: [as], files: { 'src/a.py': 'x' } } })).snapshot.files.keys()]).toEqual([
        'PKG-INFO',
        'setup.py',
        'src/a.py',
      ])
  })

  it('is known by its SHA-256', async () => {
    const archive = zip([{ name: 'a-1.0.dist-info/METADATA', content: 'Name: a\n' }])
    const { snapshot } = await scan({ 'a@1.0': { archive } })
    expect(snapshot.source.digest).toBe(`sha256-${createHash('sha256').update(archive).digest('base64')}`)
  })
})

describe('a file is not read', () => {
  const wheel = 'The file a-1.0-py3-none-any.whl'

  it.each<[string, StandInReleases['x'], string, string]>([
    [
      'with other bytes than the index says',
      { index: { hashes: { sha256: 'ab'.repeat(32) } } },
      'SOURCE_MALFORMED',
      `${wheel} could not be read: its content does not match the digest in the package index.`,
    ],
    ['without digest', { index: { hashes: {} } }, 'SOURCE_MALFORMED', 'lists no strong digest for it'],
    [
      'with a digest that proves nothing',
      { index: { hashes: { md5: 'd41d8cd98f00b204e9800998ecf8427e' } } },
      'SOURCE_MALFORMED',
      'lists no strong digest for it',
    ],
    ['without address', { index: { url: 'http://[' } }, 'SOURCE_MALFORMED', 'lists no valid URL for it'],
    [
      'that is no wheel',
      { archive: zip([{ name: 'a/__init__.py', content: '' }]) },
      'SOURCE_MALFORMED',
      `${wheel} is not a wheel: it has no METADATA`,
    ],
    [
      'that is no archive',
      { archive: Buffer.from('<html>') },
      'SOURCE_MALFORMED',
      `${wheel} is not a complete zip archive.`,
    ],
    [
      'that is a tar archive under the name of a wheel',
      { archive: writeTarball([fileEntry('a/x', 'x')]) },
      'SOURCE_MALFORMED',
      `${wheel} is not a complete zip archive.`,
    ],
    [
      'inside of the network that the operator opened for the index',
      { index: { url: 'http://127.0.0.1:9/a-1.0-py3-none-any.whl' } },
      'ADDRESS_NOT_ALLOWED',
      wheel,
    ],
    [
      'at a private address',
      { index: { url: 'http://169.254.169.254/a-1.0-py3-none-any.whl' } },
      'ADDRESS_NOT_ALLOWED',
      wheel,
    ],
    ['on the disk', { index: { url: 'file:///etc/passwd' } }, 'ADDRESS_NOT_ALLOWED', wheel],
    ['that is too large', { archive: Buffer.alloc(51 * 2 ** 20) }, 'SOURCE_TOO_LARGE', wheel],
  ])('%s', async (_what, release, code, message) => {
    await expect(scan({ 'a@1.0': release ?? {} })).rejects.toMatchObject({
      name: 'ScanFailure',
      code,
      message: expect.stringContaining(message),
    })
  })

  it('a small one is preferred to one that is too large', async () => {
    const { resolved } = await scan(
      { 'a@1.0': { as: ['tar.gz'] }, 'a@1.0.0+big': { index: { size: 900 * 2 ** 20 } } },
      '1.0',
    )
    expect(resolved.file.fileName).toBe('a-1.0.tar.gz')
  })
})

describe('attestations', () => {
  it('that the index cannot tell of are neither absent nor verified', async () => {
    for (const options of [{ html: true }, { apiVersion: '1.1' }])
      expect((await scan({ 'a@1.0': {} }, undefined, options)).snapshot.source.package?.provenance).toMatchObject({
        state: 'unreachable',
        detail: expect.stringContaining('does not support PEP 740'),
      })
  })

  const attested = { 'a@1.0': { index: { provenance: '../../provenance' } } }

  it('that are good say from where the file comes', async () => {
    const sigstore = createSigstoreStandIn()
    const file = await scan({ 'a@1.0': {} })
    const sha256 = Buffer.from(file.snapshot.source.digest.replace('sha256-', ''), 'base64').toString('hex')
    const document = provenanceObject(sigstore, { name: 'a-1.0-py3-none-any.whl', digest: { sha256 } }, 'acme/tool')
    const { snapshot } = await scan(attested, undefined, {
      answer: (path) => (path === 'provenance' ? JSON.stringify(document) : undefined),
      trust: sigstore.trust(),
    })
    expect(snapshot.source.package?.provenance).toMatchObject({
      state: 'verified',
      repository: 'https://github.com/acme/tool',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })

  it('that are no attestations are invalid', async () => {
    expect(
      (await scan(attested, undefined, { answer: (path) => (path === 'provenance' ? 'verified' : undefined) })).snapshot
        .source.package?.provenance,
    ).toMatchObject({ state: 'invalid' })
  })

  it.each([
    ['that are not there', 404],
    ['that nobody answers for', 500],
  ])('%s are unreachable', async (_what, status) => {
    const { snapshot } = await scan(attested, undefined, {
      answer: (path) => (path === 'provenance' ? status : undefined),
    })
    expect(snapshot.source.package?.provenance).toMatchObject({ state: 'unreachable' })
  })
})
