import { describe, expect, it } from 'vitest'
import { inventoryLimits } from '../../../../src/engine/inventory/inventory-limits.ts'
import { readProjectComponents } from '../../../../src/engine/inventory/project-components.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { projectInventoryOf as inventoryOf, told, unresolvedOf, waysOf } from '../project-inventory-of.ts'
import { projectSnapshot } from '../project-snapshot.ts'

const lock = (packages: object, root: object = {}) => ({
  name: 'shop',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: { '': root, ...packages },
})
const at = (version: string, more: object = {}) => ({ version, ...more })

describe('a lockfile', () => {
  it('gives components with who brings them, from the project on', async () => {
    const inventory = await inventoryOf({
      'package.json': { name: 'shop', version: '1.0.0', dependencies: { a: '^1' }, devDependencies: { t: '*' } },
      'package-lock.json': lock(
        {
          'node_modules/a': at('1.0.0', { dependencies: { b: '1' } }),
          'node_modules/b': at('1.0.0'),
          'node_modules/t': at('1.0.0', { dev: true }),
          'node_modules/stray': at('1.0.0'),
        },
        { name: 'shop', version: '1.0.0', dependencies: { a: '^1' }, devDependencies: { t: '*' } },
      ),
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct', 'b@1.0.0', 'stray@1.0.0', 't@1.0.0 direct dev'])
    expect(waysOf(inventory, 'b@1.0.0')).toEqual(['package-lock.json: shop@1.0.0 > a@1.0.0 > b@1.0.0'])
    expect(waysOf(inventory, 'stray@1.0.0')).toEqual(['package-lock.json: shop@1.0.0 > stray@1.0.0'])
    expect(inventory).toMatchObject({
      complete: true,
      unresolved: [],
      unreadable: [],
      method: 'Read from package-lock.json.',
    })
    expect(inventory.components[0]?.purl).toBe('pkg:npm/a@1.0.0')
  })

  it('does not list the project itself, whatever it calls itself', async () => {
    const inventory = await inventoryOf({
      'package.json': { name: 'lodash', version: '4.17.20' },
      'package-lock.json': {
        name: 'lodash',
        version: '4.17.20',
        lockfileVersion: 3,
        packages: { '': { name: 'lodash', version: '4.17.20' } },
      },
    })
    expect(inventory).toMatchObject({ components: [], unresolved: [], complete: true })
  })

  it('covers the members of its workspace, and no other project', async () => {
    const inventory = await inventoryOf({
      'package.json': { name: 'shop', workspaces: ['packages/*'] },
      'package-lock.json': lock(
        {
          'node_modules/web': { link: true, resolved: 'packages/web' },
          'packages/web': { name: 'web', version: '0.1.0', dependencies: { a: '^1' } },
          'node_modules/a': at('1.2.0'),
        },
        { name: 'shop' },
      ),
      'packages/web/package.json': { name: 'web', version: '0.1.0', dependencies: { a: '^1' } },
      'tools/package.json': { name: 'tools', dependencies: { x: '^1', y: '2.0.0' } },
    })
    expect(told(inventory)).toEqual(['a@1.2.0 direct', 'y@2.0.0 direct'])
    expect(waysOf(inventory, 'a@1.2.0')).toEqual(['package-lock.json: web@0.1.0 > a@1.2.0'])
    expect(waysOf(inventory, 'y@2.0.0')).toEqual(['tools/package.json: tools > y@2.0.0'])
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved).toEqual([
      {
        name: 'y',
        requested: '2.0.0',
        requiredBy: 'tools',
        reason: 'no lockfile lists its dependencies; commit one',
        ecosystem: 'npm',
        manifest: 'tools/package.json',
        line: 1,
      },
      {
        name: 'x',
        requested: '^1',
        requiredBy: 'tools',
        reason: 'no lockfile pins its version; commit a lockfile',
        ecosystem: 'npm',
        manifest: 'tools/package.json',
        line: 1,
      },
    ])
    expect(inventory.method).toBe(
      'Read from package-lock.json. Read without a lockfile, so only exact versions: tools/package.json.',
    )
  })

  it('is one of several of a folder: all of them count', async () => {
    const inventory = await inventoryOf({
      'package.json': { name: 'shop', dependencies: { a: '^1' }, devDependencies: { b: '1' } },
      'package-lock.json': lock(
        { 'node_modules/a': at('1.0.0'), 'node_modules/b': at('1.0.0', { dev: true }) },
        { dependencies: { a: '^1' }, devDependencies: { b: '1' } },
      ),
      'yarn.lock':
        '# yarn lockfile v1\n\na@^1:\n  version "1.1.0"\n  dependencies:\n    b "1"\n\nb@1:\n  version "1.0.0"\n',
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct', 'a@1.1.0 direct', 'b@1.0.0 direct'])
    expect(waysOf(inventory, 'b@1.0.0')).toEqual([
      'package-lock.json: shop@1.0.0 > b@1.0.0',
      'yarn.lock: shop > b@1.0.0',
      'yarn.lock: shop > a@1.1.0 > b@1.0.0',
    ])
    expect(inventory.method).toBe('Read from package-lock.json and yarn.lock.')
  })

  it('that does not know what the manifest asks for leaves a gap', async () => {
    const inventory = await inventoryOf({
      'package.json': {
        name: 'shop',
        dependencies: { a: '^1', b: '2.0.0', alias: 'npm:real@^1' },
        devDependencies: { d: '1' },
        optionalDependencies: { o: '1' },
        peerDependencies: { p: '1' },
      },
      'package-lock.json': lock({
        'node_modules/a': at('1.0.0'),
        'node_modules/alias': { name: 'real', version: '1.0.0' },
      }),
    })
    expect(unresolvedOf(inventory)).toEqual(['package.json: b@2.0.0'])
    expect(inventory.unresolved[0]?.reason).toBe('the lockfile does not contain it; update the lockfile')
    expect(inventory.complete).toBe(false)
  })

  it('with something that is no package of a registry leaves a gap, unless only development needs it', async () => {
    const git = { version: '1.0.0', resolved: 'git+https://example.com/g.git#0123' }
    const forUse = await inventoryOf({
      'package-lock.json': lock(
        { 'node_modules/g': { ...git, dependencies: { h: '1' } }, 'node_modules/h': at('1.0.0') },
        { dependencies: { g: '*' } },
      ),
    })
    expect(forUse.complete).toBe(false)
    expect(waysOf(forUse, 'h@1.0.0')).toEqual([
      'package-lock.json: shop@1.0.0 > g@git+https://example.com/g.git#0123 > h@1.0.0',
    ])
    const forDevelopment = await inventoryOf({ 'package-lock.json': lock({ 'node_modules/g': { ...git, dev: true } }) })
    expect(unresolvedOf(forDevelopment)).toEqual(['package-lock.json: g@git+https://example.com/g.git#0123'])
    expect(forDevelopment.complete).toBe(true)
  })
})

describe('a manifest without a lockfile', () => {
  it('gives exact versions, and names what has none or brings along what nothing tells', async () => {
    const inventory = await inventoryOf({
      'package.json': { dependencies: { a: '1.0.0', b: '^1' }, devDependencies: { c: '^1' } },
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct'])
    expect(waysOf(inventory, 'a@1.0.0')).toEqual(['package.json: shop > a@1.0.0'])
    expect(unresolvedOf(inventory)).toEqual(['package.json: a@1.0.0', 'package.json: b@^1', 'package.json: c@^1'])
    expect(inventory.complete).toBe(false)
  })

  it('knows the members of its workspace', async () => {
    const inventory = await inventoryOf({
      'package.json': { name: 'shop', workspaces: ['packages/*'] },
      'packages/web/package.json': { name: 'web', dependencies: { core: '^1.0.0', other: '^1.0.0' } },
      'packages/core/package.json': { name: 'core', version: '1.0.0' },
    })
    expect(unresolvedOf(inventory)).toEqual(['packages/web/package.json: other@^1.0.0'])
  })

  it('is recognized by a compiled one next to it', async () => {
    const inventory = await inventoryOf({
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["Flask>=2", "missing>=1"]\n',
      'requirements.txt': 'flask==3.0.0\nwerkzeug==3.0.1\n',
    })
    expect(told(inventory)).toEqual(['flask@3.0.0 direct', 'werkzeug@3.0.1 direct'])
    expect(unresolvedOf(inventory)).toEqual(['pyproject.toml: missing@>=1'])
  })
})

describe('a requirements file', () => {
  const locked = {
    'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["flask>=2"]\n',
    'uv.lock':
      'version = 1\n[[package]]\nname = "shop"\nsource = { virtual = "." }\ndependencies = [{ name = ' +
      '"flask" }]\n[[package]]\nname = "flask"\nversion = "3.0.0"\nsource = { registry = ' +
      '"https://index.example" }\n',
  }

  it(
    'beside a lockfile is what one may install by: versions of its own count, ranges that the lockfile ' +
      'answers do not',
    async () => {
      const inventory = await inventoryOf({
        ...locked,
        'requirements.txt': 'flask==0.12\n',
        'tool-requirements.txt': 'uv==0.1.0\nFlask==3.0.0\n',
        'loose-requirements.txt': 'flask\n',
      })
      expect(told(inventory)).toEqual(['flask@0.12 direct', 'flask@3.0.0 direct', 'uv@0.1.0 direct'])
      expect(inventory).toMatchObject({
        complete: true,
        unresolved: [],
        method:
          'Read from uv.lock. Read without a lockfile, so only exact versions: requirements.txt ' +
          'and tool-requirements.txt.',
      })
      const unknown = await inventoryOf({ ...locked, 'requirements.txt': 'boto3>=1\n' })
      expect(unknown.unresolved).toMatchObject([{ name: 'boto3', reason: 'no lockfile pins its version' }])
      expect(unknown.complete).toBe(false)
    },
  )

  it('in a folder of that name belongs to the project above, and one for development lacks nothing', async () => {
    const inventory = await inventoryOf({
      'pyproject.toml': locked['pyproject.toml'],
      'requirements/base.txt': 'flask==3.0.0\n',
      'requirements/dev.txt': '-r base.txt\npytest>=8\n',
    })
    expect(told(inventory)).toEqual(['flask@3.0.0 direct'])
    expect(unresolvedOf(inventory)).toEqual(['requirements/dev.txt: pytest@>=8'])
    expect(inventory.complete).toBe(true)
  })

  it('tells what the exact versions of a manifest beside it bring along', async () => {
    const files = {
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["flask==3.0.0", "other==1.0"]\n',
      'requirements.txt': 'flask==3.0.0\nwerkzeug==3.0.1\n',
    }
    expect(unresolvedOf(await inventoryOf(files))).toEqual(['pyproject.toml: other@1.0'])
  })
})

describe('what a project takes from itself', () => {
  it('is no package, also where a version is asked for', async () => {
    const pom = (artifact: string, rest: string) =>
      `<project><groupId>org.a</groupId><artifactId>${artifact}</artifactId><version>1.0</version>${rest}</project>`
    const core =
      '<dependencies><dependency><groupId>org.a</groupId><artifactId>core</artifactId><version>1.0</' +
      'version></dependency></dependencies>'
    const inventory = await inventoryOf({
      'pom.xml': pom('app', '<modules><module>core</module><module>web</module></modules>'),
      'core/pom.xml': pom('core', ''),
      'web/pom.xml': pom('web', `<modules><module>ui</module></modules>${core}`),
      'web/ui/pom.xml': pom('ui', ''),
      'package.json': { name: 'shop', workspaces: ['js/*'] },
      'js/a/package.json': { name: 'a', dependencies: { b: '1.0.0' } },
      'js/b/package.json': { name: 'b', version: '1.0.0' },
    })
    expect(inventory).toMatchObject({ components: [], unresolved: [], complete: true })
  })

  it('by code is recognized by the lockfile', async () => {
    const inventory = await inventoryOf({
      'pyproject.toml': '[project]\nname = "shop"\ndynamic = ["dependencies"]\n',
      'uv.lock': 'version = 1\n[[package]]\nname = "shop"\nsource = { virtual = "." }\n',
    })
    expect(inventory).toMatchObject({ unresolved: [], complete: true })
  })
})

describe('files that no installation goes by', () => {
  it.each([
    'test',
    'tests/unit',
    '__tests__',
    'src/fixtures/x',
    'testdata',
    'examples/a',
    'example',
    'docs',
    'bench',
    'benchmarks/x',
    'samples/a',
    'website',
    'docusaurus',
    'packages/evals',
    'evaluations/a',
  ])('below %s: everything is for development, and nothing is a gap', async (folder) => {
    const inventory = await inventoryOf({
      'package.json': {},
      [`${folder}/package.json`]: { dependencies: { a: '1.0.0', b: '^1' } },
      [`${folder}/deep/package-lock.json`]: '{',
      [`${folder}/other/package-lock.json`]: lock({ 'node_modules/a': at('1.0.0') }),
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct dev'])
    expect(unresolvedOf(inventory)).toEqual([`${folder}/package.json: b@^1`])
    expect(inventory).toMatchObject({ complete: true, unreadable: [] })
    expect(inventory.method).toContain(
      `In folders of tests, examples, or documentation, ${folder}/deep/package-lock.json could not be read.`,
    )
  })

  it.each(['eval', 'packages/site', 'websites-api', 'latest', 'testing'])('are not those below %s', async (folder) => {
    expect(
      told(await inventoryOf({ [`${folder}/package-lock.json`]: lock({ 'node_modules/a': at('1.0.0') }) })),
    ).toEqual(['a@1.0.0'])
  })

  it('below .github are tools of workflows; the workflows themselves are read like others', async () => {
    const inventory = await inventoryOf({
      '.github/tools/requirements.txt': 'a==1.0\nb\n',
      '.github/workflows/ci.yml': 'jobs: [',
      'package-lock.json': lock({}),
      '.github/workflows/x.yml': 'jobs: {}',
    })
    expect(told(inventory)).toEqual(['a@1.0 direct dev'])
    expect(inventory).toMatchObject({ complete: true, unreadable: [{ path: '.github/workflows/ci.yml' }] })
    expect(inventory.method).toContain('Read from package-lock.json and .github/workflows/x.yml.')
  })

  it('are still for use where something else needs them', async () => {
    const inventory = await inventoryOf({
      'package-lock.json': lock({ 'node_modules/a': at('1.0.0') }),
      'test/package-lock.json': lock({ 'node_modules/a': at('1.0.0') }),
    })
    expect(told(inventory)).toEqual(['a@1.0.0'])
  })

  it('lie below node_modules, and are counted', async () => {
    const inventory = await inventoryOf({
      'package-lock.json': lock({}),
      'node_modules/a/package.json': { dependencies: { b: '1.0.0' } },
      'web/node_modules/a/yarn.lock': 'x',
    })
    expect(inventory).toMatchObject({ components: [], unreadable: [], complete: true })
    expect(inventory.method).toBe(
      'Read from package-lock.json. Installations do not use files in node_modules: 2 were not read.',
    )
  })

  it('below node_modules are a gap where there is nothing else', async () => {
    const inventory = await inventoryOf({ 'node_modules/a/package.json': {} })
    expect(inventory.unreadable).toEqual([
      {
        path: 'node_modules/a/package.json',
        reason:
          'is in node_modules, and no lockfile or manifest outside lists the installed packages; ' +
          'commit the lockfile',
      },
    ])
  })
})

describe('what cannot be read', () => {
  it('is named with its reason, and the rest goes on', async () => {
    const inventory = await inventoryOf({
      'package-lock.json': '{',
      'web/package-lock.json': lock({ 'node_modules/a': at('1.0.0') }),
      'bin/package.json': Buffer.from([0x80, 0x81]),
      'nul/package.json': '{"a":"\0"}',
    })
    expect(told(inventory)).toEqual(['a@1.0.0'])
    expect(inventory.unreadable).toEqual([
      { path: 'package-lock.json', reason: 'is not JSON' },
      { path: 'bin/package.json', reason: 'is not valid UTF-8' },
      { path: 'nul/package.json', reason: 'contains NUL characters, so it is not text' },
    ])
  })

  it('may be a format that is known and not read', async () => {
    const inventory = await inventoryOf({
      'bun.lockb': Buffer.from([1, 2]),

      'py/setup.py': 'setup()',
    })
    expect(inventory.unreadable?.map(({ path }) => path)).toEqual(['bun.lockb', 'py/setup.py'])
    expect(inventory.unreadable?.[0]?.reason).toBe(
      'is a binary lockfile, which Assay does not read; commit bun.lock, the text format of Bun 1.2 and newer',
    )
    const manifestOnly = await inventoryOf({
      'bun.lockb': Buffer.from([1, 2]),
      'package.json': {},
      'pixi.lock': '',
      'a.csproj': '<Project/>',
    })
    expect(manifestOnly.unreadable?.map(({ path }) => path)).toEqual(['bun.lockb', 'pixi.lock'])
    const told = await inventoryOf({
      'bun.lockb': Buffer.from([1, 2]),
      'bun.lock': '{}',
      'setup.py': 'setup()',
      'requirements.txt': 'a==1\n',
    })
    expect(told.unreadable).toEqual([])
  })

  it('reads UTF-16 and byte order marks', async () => {
    const text = JSON.stringify(lock({ 'node_modules/a': at('1.0.0') }))
    const bigEndian = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    for (const content of [`\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le'), bigEndian])
      expect(told(await inventoryOf({ 'package-lock.json': content }))).toEqual(['a@1.0.0'])
  })

  it('is a name or a version that cannot be stored or shown', async () => {
    const inventory = await inventoryOf({
      'Cargo.lock':
        `version = 3\n\n[[package]]\nname = "a\\u0000b"\nversion = "1.0.0"\nsource = ` +
        `"registry+https://example.com"\n\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = ` +
        `"registry+https://example.com"\n`,
    })
    expect(told(inventory)).toEqual(['b@1.0.0'])
    expect(inventory.unresolved).toMatchObject([
      { name: 'a\uFFFDb', reason: 'its name or version is not valid for a package' },
    ])
    expect(JSON.stringify(inventory)).not.toContain('\\u0000')
  })
})

it.each(['\u202e', '\u200b', '\u2028', '\u001b', '\ud800'])('a name with %j is shown as no package', async (hidden) => {
  const inventory = await inventoryOf({ 'composer.lock': { packages: [{ name: `a/${hidden}b`, version: '1.0.0' }] } })
  expect(inventory.components).toEqual([])
  expect(inventory.unresolved).toMatchObject([{ reason: 'its name or version is not valid for a package' }])
})

describe('bounds', () => {
  it('reads so many manifests, those at the top first, and names the rest', async () => {
    const files = Object.fromEntries(
      Array.from({ length: inventoryLimits.maxManifests + 5 }, (_, index) => [
        `deep/p${String(index).padStart(5, '0')}/package.json`,
        '{}',
      ]),
    )
    const inventory = await inventoryOf({ ...files, 'package.json': { dependencies: { a: '1.0.0' } } })
    expect(told(inventory)).toEqual(['a@1.0.0 direct'])
    expect(inventory.unreadable).toEqual([
      {
        path: 'deep/p01999/package.json',
        reason: 'and 5 more were not read: a project has at most 2000 lockfiles and manifests',
      },
    ])
  })

  it('reads files up to a size', async () => {
    const inventory = await inventoryOf({ 'package-lock.json': Buffer.alloc(50 * 1024 * 1024, 0x20) })
    expect(inventory.unreadable).toEqual([
      { path: 'package-lock.json', reason: 'is larger than 32 MiB, which is the limit' },
    ])
  })

  it('takes so many components, and names the files that it could not take in', async () => {
    const many = (group: string) => Array.from({ length: 60_000 }, (_, index) => `${group}:a${index}:1.0=x\n`).join('')
    const inventory = await inventoryOf({
      'gradle.lockfile': many('a'),
      'web/gradle.lockfile': many('b'),
      'web/c/gradle.lockfile': many('c'),
    })
    expect(inventory.components).toHaveLength(inventoryLimits.maxComponents)
    expect(inventory.unreadable?.map(({ path }) => path)).toEqual(['web/gradle.lockfile', 'web/c/gradle.lockfile'])
  }, 150_000)

  it('names so many dependencies without a version', async () => {
    const inventory = await inventoryOf({
      'package.json': {
        dependencies: Object.fromEntries(
          Array.from({ length: inventoryLimits.maxUnresolvedNamed + 7 }, (_, index) => [`p${index}`, '*']),
        ),
      },
    })
    expect(inventory.unresolved).toHaveLength(inventoryLimits.maxUnresolvedNamed)
    expect(inventory.unreadable).toEqual([
      {
        path: 'package.json',
        reason: 'and other files ask for 7 more dependencies without a version, which are not named',
      },
    ])
  })

  it('takes time by the size: 10,000 packages, 50,000 files, chains without end', async () => {
    const of = (count: number) => ({
      'package-lock.json': lock(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            `node_modules/p${index}`,
            at('1.0.0', { dependencies: { [`p${index + 1}`]: '1', [`p${(index * 7) % count}`]: '1' } }),
          ]),
        ),
        { dependencies: { p0: '1' } },
      ),
    })
    const files = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`src/${index % 100}/${index}.ts`, 'x']),
    )
    const project = { ...files, ...of(10_000) }
    const before = process.cpuUsage()
    const inventory = await inventoryOf(project)
    const { user, system } = process.cpuUsage(before)
    expect(inventory.components).toHaveLength(10_000)
    expect(
      Math.max(...inventory.components.flatMap(({ introducedBy }) => introducedBy.map(({ path }) => path.length))),
    ).toBeLessThan(inventoryLimits.maxChainSteps)
    // CPU time in microseconds. It is 0.4 s if 2 cores are free.
    expect(user + system).toBeLessThan(4_000_000)
  }, 150_000)

  it('stops on request', async () => {
    const context = { ...sourceContext(), isolation: testIsolation(), signal: AbortSignal.abort(new Error('enough')) }
    await expect(readProjectComponents(context, projectSnapshot({ 'package.json': '{}' }))).rejects.toThrow('enough')
  })
})

it('finds nothing where there is nothing, and says so', async () => {
  expect(await inventoryOf({ 'README.md': 'hello' })).toEqual({
    components: [],
    unresolved: [],
    unreadable: [],
    complete: true,
    method: 'Assay found no supported lockfile or manifest.',
    reading: { packages: [], unread: [], locked: [], asking: [], unlocked: [] },
  })
})

it('brings several ecosystems together, sorted', async () => {
  const inventory = await inventoryOf({
    'go.mod': 'module example.com/shop\n\ngo 1.22.0\n\nrequire github.com/a/b v1.0.0\n',
    'requirements.txt': 'Flask==3.0.0\n',
    'package-lock.json': lock({ 'node_modules/a': at('1.0.0') }),
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4.1.0\n      - ' +
      'uses: other/action@main\n',
  })
  expect(inventory.components.map(({ ecosystem, name, dev }) => [ecosystem, name, ...(dev ? ['dev'] : [])])).toEqual([
    ['GitHub Actions', 'actions/checkout', 'dev'],
    ['Go', 'github.com/a/b'],
    ['Go', 'stdlib'],
    ['PyPI', 'Flask'],
    ['npm', 'a'],
  ])
  expect(inventory.complete).toBe(true)
  expect(unresolvedOf(inventory)).toEqual(['.github/workflows/ci.yml: other/action@main'])
  expect(waysOf(inventory, 'actions/checkout@4.1.0')).toEqual([
    '.github/workflows/ci.yml: shop > actions/checkout@4.1.0',
  ])
})
