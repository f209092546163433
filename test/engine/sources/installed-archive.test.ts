import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { fetchPublishedArchive, publishedVersions } from '../../../src/engine/sources/installed-archive.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../../src/engine/sources/package-registries/pypi-index.ts'
import { type StandInOptions, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { startPypiStandIn } from '../../support/pypi-stand-in.ts'

const signal = AbortSignal.timeout(20_000)
const allowedNetworks = [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] as const
const wrong = `sha512-${Buffer.alloc(64).toString('base64')}`

async function reading<Answer>(
  use: (registries: Parameters<typeof fetchPublishedArchive>[0]) => Promise<Answer>,
  options: StandInOptions = {},
): Promise<Answer> {
  await using npm = await startNpmStandIn(
    { 'a@1.0.0': {}, 'a@1.1.0': {}, 'lies@1.0.0': { registry: { dist: { integrity: wrong } } } },
    options,
  )
  await using pypi = await startPypiStandIn({
    'b@1.0': { as: ['tar.gz', 'py3-none-any'] },
    'b@2.0': { as: ['tar.gz'] },
    'lies@1.0': { index: { hashes: { sha256: '0'.repeat(64) } } },
  })
  await using network = createNetwork({ allowedNetworks })
  return await use({
    npmRegistry: createNpmRegistry({ network, registry: npm.url }),
    pypiIndex: createPypiIndex({ network, index: pypi.url }),
  })
}

describe('the archive of an installed version', () => {
  it.each([
    ['npm', 'a', '1.0.0', 'tar'],
    ['PyPI', 'b', '1.0.0', 'wheel'],
    ['PyPI', 'B', '2.0', 'tar'],
  ] as const)('is read: %s %s %s', async (ecosystem, name, version, kind) => {
    const archive = await reading((from) => fetchPublishedArchive(from, { ecosystem, name, version }, signal))
    expect(archive).toEqual({ kind, packed: expect.any(Buffer) })
  })

  it.each([
    ['npm', 'a', '9.0.0', 'the registry does not have this version'],
    ['npm', 'none', '1.0.0', 'the registry does not have it'],
    ['npm', 'lies', '1.0.0', 'the archive does not match the digest that the registry lists for this version'],
    ['PyPI', 'b', '3.0', 'the package index does not have this version'],
    ['PyPI', 'none', '1.0', 'the registry does not have it'],
    ['PyPI', 'lies', '1.0', 'its content does not match the digest in the package index'],
  ] as const)('is not read: %s %s %s', async (ecosystem, name, version, failure) => {
    const archive = await reading((from) => fetchPublishedArchive(from, { ecosystem, name, version }, signal))
    expect(archive).toEqual({ failure })
  })

  it('is not read if the registry refuses access', async () => {
    const archive = await reading(
      (from) => fetchPublishedArchive(from, { ecosystem: 'npm', name: 'a', version: '1.0.0' }, signal),
      { answer: (path) => (path.endsWith('.tgz') ? 403 : undefined) },
    )
    expect(archive).toEqual({ failure: 'the registry refused access (HTTP 403)' })
  })
})

describe('published versions', () => {
  it.each([
    ['npm', 'a', ['1.0.0', '1.1.0']],
    ['PyPI', 'b', ['2.0', '1.0']],
  ] as const)('are listed: %s', async (ecosystem, name, versions) => {
    expect(await reading((from) => publishedVersions(from, { ecosystem, name }, signal))).toEqual(versions)
  })
})
