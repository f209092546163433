import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { beginComparison } from '../../../src/engine/scanner/artifact/running-comparison.ts'
import { compareFiles } from '../../../src/engine/scanner/artifact/compare-files.ts'
import { compareWithRepository } from '../../../src/engine/scanner/artifact/compare-with-repository.ts'
import { declaredRepository } from '../../../src/engine/scanner/artifact/declared-repository.ts'
import { scanTarget } from '../../../src/engine/scanner/scan.ts'
import type { GitReach, ResolvedNpmSource } from '../../../src/engine/sources/source.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'
import { withRealSockets } from '../net/loopback.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
const shop = repositories.create('shop.git')
const manifest = (version: string, more: object = {}) => JSON.stringify({ name: 'shop', version, ...more })
const released = shop.commit(
  {
    'package.json': manifest('0.0.0-development'),
    'index.js': 'run()\n',
    '.gitignore': 'dist\n',
    src: { 'a.ts': 'a' },
  },
  { refs: ['refs/heads/main', 'refs/tags/v1.0.0'] },
)
const later = shop.commit(
  { 'package.json': manifest('2.0.0'), 'index.js': 'other()\n' },
  { refs: ['refs/heads/main'], parents: [released] },
)
const server = await startGitServer({
  certificate,
  folder: repositories.folder,
  settings: ['uploadpack.allowFilter=true', 'uploadpack.allowAnySHA1InWant=true'],
  credentialOf: (path) => (path.startsWith('/hidden') ? 'user:password' : undefined),
})
repositories
  .create('hidden.git')
  .commit({ 'package.json': manifest('1.0.0') }, { refs: ['refs/heads/main', 'refs/tags/v1.0.0'] })

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
})

/** An npm package with these files. Its manifest points to a repository of the server. */
function npmPackage(
  files: Record<string, string>,
  { repository = 'shop', version = '1.0.0', gitHead }: { repository?: string; version?: string; gitHead?: string } = {},
) {
  const tree = projectSnapshot({
    'package.json': manifest(version, { repository: { type: 'git', url: `git+${server.url}/${repository}.git` } }),
    ...files,
  })
  const snapshot = { files: tree.files, source: { ...tree.source, type: 'npm' as const, revision: version } }
  const resolved: ResolvedNpmSource = {
    type: 'npm',
    canonicalUrl: 'https://www.npmjs.com/package/shop',
    revision: version,
    manifest: {
      name: 'shop',
      version,
      dependencies: {},
      optionalDependencies: {},
      peerDependencies: {},
      optionalPeers: new Set(),
      bundleDependencies: [],
      dist: { tarball: undefined, integrity: undefined, shasum: undefined },
      deprecated: undefined,
      engines: {},
      hasInstallScript: false,
      hasShrinkwrap: false,
    },
    release: {
      scripts: undefined,
      signatures: [],
      hasAttestations: false,
      publishedAt: undefined,
      lockFields: {},
      ...(gitHead !== undefined && { gitHead }),
    },
  }
  return { resolved, snapshot, readsInternal: true }
}

describe('a package is compared with the repository that it names', () => {
  it('at the tag of its version, whatever is newer', async () => {
    const outcome = await compareWithRepository(
      sourceContext(),
      npmPackage({ 'index.js': 'run()\r\n', 'setup.js': 'steal()', 'dist/a.js': 'built' }),
    )
    expect(outcome).toEqual({
      coverage: {
        status: 'compared',
        repository: `${server.url}/shop`,
        revision: released,
        ref: 'v1.0.0',
        same: 1,
        built: 1,
        different: 1,
      },
      comparison: {
        repository: `${server.url}/shop`,
        commit: released,
        ref: 'v1.0.0',
        same: 1,
        built: 1,
        more: 0,
        differences: [
          { path: 'setup.js', kind: 'added', line: 1, digest: createHash('sha256').update('steal()').digest('hex') },
        ],
      },
    })
  })

  it('at the commit that its registry has for it where there is no tag', async () => {
    const outcome = await compareWithRepository(
      sourceContext(),
      npmPackage({ 'index.js': 'run()\n' }, { version: '2.0.0', gitHead: later }),
    )
    expect(outcome?.comparison).toMatchObject({
      commit: later,
      same: 0,
      differences: [{ path: 'index.js', kind: 'changed', line: 1, repository: { path: 'index.js' } }],
    })
  })

  it('and where there is neither, it is told why not', async () => {
    expect(await compareWithRepository(sourceContext(), npmPackage({}, { version: '3.0.0' }))).toEqual({
      coverage: {
        status: 'not-compared',
        repository: `${server.url}/shop`,
        reason: 'The repository has no tag for this version, and its source commit is unknown.',
      },
    })
    expect(
      await compareWithRepository(sourceContext(), npmPackage({}, { version: '3.0.0', gitHead: 'a'.repeat(40) })),
    ).toMatchObject({ coverage: { status: 'not-compared' } })
  })

  it('without credentials, so that a private one is none', async () => {
    const context = sourceContext()
    const git: GitReach = { ...context.git, accessFor: async () => ({ username: 'user', password: 'password' }) }
    const before = server.requests.length
    expect(await compareWithRepository({ ...context, git }, npmPackage({}, { repository: 'hidden' }))).toMatchObject({
      coverage: { status: 'unreachable', repository: `${server.url}/hidden` },
    })
    expect(
      server.requests
        .slice(before)
        .map(({ authorization }) => authorization)
        .filter((given) => given !== undefined),
    ).toEqual([])
  })

  it('not at an address that is not public, where others see what is found', async () => {
    expect(await compareWithRepository(sourceContext(), { ...npmPackage({}), readsInternal: false })).toEqual({
      coverage: {
        status: 'not-compared',
        repository: `${server.url}/shop`,
        reason: 'The repository URL is not public.',
      },
    })
  })

  it('and the scan that does not wait for it ends it', async () => {
    const hanging = await startGitServer({ certificate, answer: () => ({ hangs: true }) })
    const tree = projectSnapshot({ 'package.json': manifest('1.0.0', { repository: `${hanging.url}/shop` }) })
    const running = beginComparison(sourceContext(), {
      ...npmPackage({}),
      snapshot: { files: tree.files, source: { ...tree.source, type: 'npm', revision: '1.0.0' } },
    })
    await running?.[Symbol.asyncDispose]()
    expect(await running?.outcome).toMatchObject({ coverage: { status: 'unreachable' } })
    await hanging[Symbol.asyncDispose]()
  })

  it('in a scan, which tells of it in its coverage and its findings', async () => {
    await using registry = await startNpmStandIn({
      'shop@1.0.0': {
        repository: `${server.url}/shop`,
        scripts: { postinstall: 'node setup.js' },
        files: { 'index.js': 'run()\n', 'setup.js': 'require("fs")\n' },
      },
    })
    await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
    const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: registry.url }) })
    const unasked = () => {
      throw new Error('no advisories are asked for')
    }
    const given = {
      report: () => undefined,
      signal: AbortSignal.timeout(60_000),
      without: new Set(['vulnerable-dependencies']),
    }
    const { coverage, detection } = await scanTarget(
      { sources, isolation: testIsolation(), advisories: { ready: unasked, match: unasked, unreadable: unasked } },
      { type: 'npm', name: 'shop', selector: 'latest' },
      given,
    )
    expect(coverage.repository).toEqual({
      status: 'compared',
      repository: `${server.url}/shop`,
      revision: released,
      ref: 'v1.0.0',
      same: 1,
      built: 0,
      different: 1,
    })
    expect(coverage.gaps).toEqual([])
    const finding = detection.findings.find(({ ruleId }) => ruleId === 'differs-from-repository')
    expect(finding).toMatchObject({
      title: 'Source mismatch in setup.js',
      severity: 'medium',
      precision: 'medium',
      location: { path: 'setup.js', startLine: 1, snippet: 'require("fs")' },
    })
    expect(finding?.message).toMatch(
      new RegExp(
        `^The install script "postinstall" runs setup\\.js\\. The file is missing from ${server.url}/shop at tag ` +
          `v1\\.0\\.0, commit ${released}\\. SHA-256 in the package: [0-9a-f]{64}\\.$`,
      ),
    )
  })
})

describe('files are compared', () => {
  const compared = async (
    packaged: Record<string, string>,
    repository: Record<string, string>,
    given: { type?: 'npm' | 'pypi'; folder?: string } = {},
  ) => {
    const { same, built, differences, isOfAnother } = await compareFiles(
      { type: 'npm', name: 'shop', version: '1.2.3', files: projectSnapshot(packaged).files, ...given },
      projectSnapshot(repository),
      new AbortController().signal,
    )
    return (
      isOfAnother ?? {
        same,
        built,
        differences: differences.map(({ path, kind, line, repository: other }) =>
          [path, kind, line, ...(other ? [other.path] : [])].join(' '),
        ),
      }
    )
  }
  const named = { 'package.json': '{"name":"shop","version":"0.0.0-semantic-release"}' }

  it.each([
    [
      'ends of lines, byte order mark and version',
      { 'a.js': '\uFEFFa = "1.2.3"\r\nb\r\n' },
      { 'a.js': 'a = "0.0.0-semantic-release"\nb' },
      { same: 1, built: 0, differences: [] },
    ],
    [
      'what git ignores, also in a folder below',
      { 'x/gen/a.js': 'a', 'x/b.js': 'b' },
      { 'x/.gitignore': '/gen', 'x/c.js': '' },
      { same: 0, built: 1, differences: ['x/b.js added 1'] },
    ],
    [
      'what git would ignore but has',
      { 'lib/a.js': 'evil()' },
      { '.gitignore': 'lib', 'lib/a.js': 'a()' },
      { same: 0, built: 0, differences: ['lib/a.js changed 1 lib/a.js'] },
    ],
    [
      'what is compiled',
      { 'cli.js': 'a', 'cli.d.ts': 'b', 'dist/x.js': 'c' },
      { 'src/cli.ts': 'a' },
      { same: 0, built: 2, differences: [] },
    ],
    [
      'a file of its own',
      { 'setup_all.js': 'a', 'scripts/run.sh': 'b' },
      { 'index.js': '' },
      { same: 0, built: 0, differences: ['scripts/run.sh added 1', 'setup_all.js added 1'] },
    ],
    [
      'a file that is another',
      { 'a.js': 'one\ntwo\nthree' },
      { 'a.js': 'one\ntwo\n3' },
      { same: 0, built: 0, differences: ['a.js changed 3 a.js'] },
    ],
    [
      'packages of others, documents and data',
      { 'node_modules/b/index.js': 'a', 'README.md': 'b', 'data.json': '{}' },
      {},
      { same: 0, built: 0, differences: [] },
    ],
  ])('%s', async (_, packaged, repository, expected) => {
    expect(await compared(packaged, { ...named, ...repository })).toEqual(expected)
  })

  it('in the folder that the package has in a repository of many', async () => {
    const repository = {
      'package.json': '{"name":"all"}',
      'packages/b/package.json': '{"name":"b"}',
      'packages/b/a.js': 'evil',
      'packages/shop/package.json': '{"name":"shop"}',
      'packages/shop/a.js': 'a',
    }
    expect(await compared({ 'a.js': 'evil' }, repository)).toEqual({
      same: 0,
      built: 0,
      differences: ['a.js changed 1 packages/shop/a.js'],
    })
    expect(
      await compared(
        { 'a.js': 'a' },
        { ...repository, 'old/package.json': '{"name":"shop"}' },
        { folder: 'packages/shop' },
      ),
    ).toEqual({ same: 1, built: 0, differences: [] })
  })

  it('unless no manifest has its name', async () => {
    expect(await compared({ 'a.js': 'a' }, { 'package.json': '{"name":"other"}', 'a.js': 'a' })).toBe(true)
  })

  it('of Python wherever their modules lie', async () => {
    const packaged = {
      'shop/__init__.py': '',
      'shop/cart.py': 'a\nevil()',
      'shop/_version.py': '1',
      'shop_boot.pth': 'import shop',
      'shop/same.py': 's',
    }
    expect(
      await compared(
        packaged,
        { 'python/src/shop/cart.py': 'a\nb()', 'python/src/shop/same.py': 's', 'shop/other.py': '' },
        { type: 'pypi' },
      ),
    ).toEqual({
      same: 2,
      built: 1,
      differences: ['shop/cart.py changed 2 python/src/shop/cart.py', 'shop_boot.pth added 1'],
    })
  })
})

describe('a package names its repository', () => {
  it.each([
    ['acme/shop', 'https://github.com/acme/shop'],
    ['gitlab:acme/shop', 'https://gitlab.com/acme/shop'],
    ['git@github.com:Acme/Shop.git', 'https://github.com/acme/shop'],
    ['git+ssh://git@github.com/acme/shop.git', 'https://github.com/acme/shop'],
    ['http://github.com/acme/shop', 'https://github.com/acme/shop'],
    ['https://github.com/acme/shop/tree/main/packages/a', 'https://github.com/acme/shop'],
    ['http://git.example/shop', undefined],
    ['https://user:word@git.example/shop', undefined],
    ['no address', undefined],
  ])('in package.json: %s', (repository, expected) => {
    const { files, source } = projectSnapshot({ 'package.json': { name: 'shop', repository } })
    expect(declaredRepository({ files, source: { ...source, type: 'npm' } })).toEqual({
      name: 'shop',
      ...(expected !== undefined && { repository: expected }),
    })
  })

  it.each([
    [
      'Project-URL: Documentation, https://docs.example/\nProject-URL: Source Code, ' +
        'https://github.com/acme/shop\nHome-page: https://gitlab.com/a/b',
      'https://github.com/acme/shop',
    ],
    ['Home-page: https://gitlab.com/acme/shop', 'https://gitlab.com/acme/shop'],
    ['Home-page: https://shop.example/start', undefined],
    ['\nProject-URL: Source, https://github.com/acme/shop', undefined],
  ])('in core metadata %#', (header, expected) => {
    const { files, source } = projectSnapshot({
      'shop-1.0.0.dist-info/METADATA': `Metadata-Version: 2.1\nName: shop\nVersion: 1.0.0\n${header}\n\nText`,
    })
    expect(declaredRepository({ files, source: { ...source, type: 'pypi' } })?.repository).toBe(expected)
  })

  it('or not, as repositories and folders do not', () => {
    const { files, source } = projectSnapshot({ 'package.json': { name: 'shop', repository: 'acme/shop' } })
    expect(declaredRepository({ files, source })).toBeUndefined()
    expect(
      declaredRepository({
        files: projectSnapshot({ 'package.json': { name: 'shop' } }).files,
        source: { ...source, type: 'npm' },
      }),
    ).toBeUndefined()
  })
})
