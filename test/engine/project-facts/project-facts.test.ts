import { describe, expect, it } from 'vitest'
import type { ProjectFacts } from '../../../src/engine/model/project-facts.ts'
import { implementsServer } from '../../../src/engine/project-facts/implements-server.ts'
import { readProjectFacts } from '../../../src/engine/project-facts/read-project-facts.ts'
import { repositoryAddress } from '../../../src/engine/project-facts/repository-address.ts'

/** Returns the facts of a project with these files. */
async function factsOf(files: Readonly<Record<string, string | object>>): Promise<ProjectFacts> {
  const entries = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
    return [path, { path, size: bytes.length, content: bytes }] as const
  })
  return readProjectFacts({ files: new Map(entries) }, AbortSignal.timeout(10_000))
}

const server =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { StdioServerTransport } " +
  "from '@modelcontextprotocol/sdk/server/stdio.js'\nconst server = new McpServer({ name: 's' })\n"

describe('what a project declares', () => {
  it('is read from package.json, the readme and what lies beside', async () => {
    const facts = await factsOf({
      'package.json': {
        name: '@scope/server',
        version: '1.2.3',
        description: ' Reads ',
        homepage: 'https://server.example',
        license: 'MIT',
        keywords: ['mcp'],
        bin: { serve: 'a.js' },
        engines: { node: '>=20' },
        os: ['linux'],
        repository: { type: 'git', url: 'git+https://github.com/Owner/Server.git', directory: './packages/server/' },
        dependencies: { '@modelcontextprotocol/sdk': '^1.2.0' },
      },
      'README.md': '# Server\n\n## Installation\n```sh\n# not a heading\nnpx server\n```\n## Configuration\n',
      'CHANGELOG.md': 'x',
      LICENSE: 'x',
      'examples/a.js': 'x',
      'src/index.ts': server,
      'src/index.test.ts': 'new FastMCP(',
      'node_modules/x/index.js': 'x'.repeat(50),
    })
    expect(facts).toMatchObject({
      name: '@scope/server',
      packageVersion: '1.2.3',
      description: 'Reads',
      homepage: 'https://server.example',
      licence: 'MIT',
      keywords: ['mcp'],
      bin: ['serve'],
      engines: { node: '>=20' },
      platforms: ['linux'],
      repository: { url: 'https://github.com/owner/server', directory: 'packages/server' },
      packages: [{ ecosystem: 'npm', name: '@scope/server', folder: '', version: '1.2.3', isPrivate: false }],
      sdk: [{ name: '@modelcontextprotocol/sdk', range: '^1.2.0' }],
      transports: ['stdio'],
      languages: { typescript: server.length },
      hasChangelog: true,
      hasLicenceFile: true,
      hasExamples: true,
      hasTests: true,
      hasTypes: true,
      readme: {
        path: 'README.md',
        headings: ['Server', 'Installation', 'Configuration'],
        hasInstall: true,
        hasUsage: false,
        hasConfiguration: true,
        hasExamples: true,
      },
      signs: [{ kind: 'server', path: 'src/index.ts', line: 3, word: 'new McpServer' }],
    })
  })

  it('is read from the metadata of a wheel, with the readme in it', async () => {
    const metadata =
      'Metadata-Version: 2.4\nName: My_Server\nVersion: 0.1\nSummary: Tells the time\nProject-URL: ' +
      'Repository, https://github.com/o/mono/tree/main/src/time\nRequires-Python: >=3.10\nRequires-Dist: ' +
      'mcp<3,>=2.3\nClassifier: Development Status :: 7 - Inactive\n\n# Time\n\n## Usage\n'
    const facts = await factsOf({
      'my_server-0.1.dist-info/METADATA': metadata,
      'my_server/server.py':
        'from mcp.server.mcpserver import MCPServer\nserver = ' +
        "MCPServer('time')\nserver.run(transport='streamable-http')\nprotocol_version = '2025-06-18'\n",
    })
    expect(facts).toMatchObject({
      name: 'My_Server',
      description: 'Tells the time',
      requiresPython: '>=3.10',
      deprecated: expect.any(String),
      repository: { url: 'https://github.com/o/mono', directory: 'src/time' },
      packages: [{ ecosystem: 'PyPI', name: 'my-server', folder: '' }],
      sdk: [{ name: 'mcp', range: '<3,>=2.3' }],
      transports: ['http'],
      protocolVersions: ['2025-06-18'],
      readme: { hasUsage: true },
    })
    expect(implementsServer(facts, []).isServer).toBe(true)
  })

  it('has every manifest of a repository of several, the private ones marked', async () => {
    const { packages } = await factsOf({
      'package.json': { name: 'root', private: true },
      'packages/a/package.json': { name: 'a' },
      'python/pyproject.toml': '[project]\nname = "B_c"\nclassifiers = ["Private :: Do Not Upload"]\n',
      'examples/x/package.json': { name: 'x' },
    })
    expect(packages.map(({ ecosystem, name, folder, isPrivate }) => [ecosystem, name, folder, isPrivate])).toEqual([
      ['npm', 'root', '', true],
      ['PyPI', 'b-c', 'python', true],
      ['npm', 'a', 'packages/a', false],
    ])
  })

  it.each([
    '{',
    '[]',
    '"x"',
    '{"name": 5, "repository": 7, "bin": [], "engines": "x", "keywords": {}}',
    '{"__proto__": {"name": "x"}}',
    `{"description": ${JSON.stringify('x'.repeat(10_000))}}`,
  ])('is nothing where the manifest is %s', async (manifest) => {
    const facts = await factsOf({ 'package.json': manifest, 'pyproject.toml': '= broken', 'server.json': '[1]' })
    expect([facts.name, facts.packages, facts.serverNames, (facts.description ?? '').length <= 2_000]).toEqual([
      undefined,
      [],
      [],
      true,
    ])
  })

  it.each([
    ['owner/name', 'https://github.com/owner/name', ''],
    ['gitlab:g/n', 'https://gitlab.com/g/n', ''],
    ['git@github.com:Owner/Name.git', 'https://github.com/owner/name', ''],
    ['git://github.com/o/n.git', 'https://github.com/o/n', ''],
    ['git+https://git@github.com/o/n.git', 'https://github.com/o/n', ''],
    ['https://github.com/o/n/tree/main/a/b', 'https://github.com/o/n', 'a/b'],
  ])('names by %s the repository %s', (address, url, directory) => {
    expect(repositoryAddress(address)).toEqual({ url, directory })
  })

  it('names no repository by what is none', () => {
    expect(
      [
        '',
        'x',
        'file:///etc/passwd',
        'https://user:secret@github.com/o/n',
        `https://github.com/o/${'n'.repeat(3_000)}`,
        'https://www.npmjs.com/package/x',
      ].map((address) => repositoryAddress(address)),
    ).toEqual(Array.from({ length: 6 }, () => undefined))
    expect(repositoryAddress('o/n', '../other')).toBeUndefined()
  })
})

describe('a project is a server', () => {
  const tool = { kind: 'tool' as const, name: 'read', path: 'src/a.ts', line: 1 }
  const needs = { dependencies: { '@modelcontextprotocol/sdk': '1' } }
  it.each<[string, Readonly<Record<string, string | object>>, boolean, boolean]>([
    ['by code that makes one', { 'src/a.ts': server }, false, true],
    [
      'by code of CommonJS',
      { 'a.js': "const x = require('@modelcontextprotocol/sdk/server/mcp.js')\nnew x.McpServer({})" },
      false,
      true,
    ],
    ['by the manifest of the registry', { 'server.json': { name: 'io.github.o/n', packages: [{}] } }, false, true],
    [
      'by the manifest of a bundle',
      { 'manifest.json': { manifest_version: '0.2', server: { type: 'node', entry_point: 'a.js' } } },
      false,
      true,
    ],
    ['by what it offers with a library for servers', { 'package.json': needs }, true, true],
    ['not by tools alone, as agents have them', { 'package.json': { name: 'agent' } }, true, false],
    ['not by the library alone', { 'package.json': needs }, false, false],
    [
      'not by a client',
      {
        'a.ts': "import { Client } from '@modelcontextprotocol/sdk/client/index.js'\nnew Client({})",
        'package.json': needs,
      },
      false,
      false,
    ],
    [
      'not by its tests and examples',
      { 'test/a.ts': server, 'examples/a.ts': server, 'a.spec.ts': server },
      false,
      false,
    ],
    [
      'not by a comment',
      { 'a.ts': "// import '@modelcontextprotocol/sdk/server'\n// new McpServer({})" },
      false,
      false,
    ],
    [
      'not as the library itself',
      { 'package.json': { name: '@modelcontextprotocol/sdk' }, 'src/a.ts': server },
      true,
      false,
    ],
    [
      'by its name in the official registry, where the code is in a dependency',
      {
        'package.json': { name: 'a-server', mcpName: 'io.github.someone/a-server', bin: 'cli.js' },
        'cli.js': "require('other/tools').run(process.argv)",
      },
      false,
      true,
    ],
    [
      'by a client setting in its README that starts it',
      {
        'package.json': { name: '@acme/a-server', bin: 'cli.js' },
        'README.md': '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "@acme/a-server@latest"] } } }',
      },
      false,
      true,
    ],
    [
      'not by a client setting in its README that starts another server',
      {
        'package.json': { name: 'a-client', bin: 'cli.js' },
        'README.md': '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "other-server"] } } }',
      },
      false,
      false,
    ],
    [
      'by a minified bundle with the SDK in it',
      {
        'dist/cli.js':
          'class K{_oninitialize(e){return{protocolVersion:e,capabilities:this.c(),serverInfo:this._s}}}' +
          'x.parse({method:z("tools/call")})',
      },
      false,
      true,
    ],
    ['not by a name without a namespace', { 'package.json': { name: 'a', mcpName: 'a' } }, false, false],
    [
      'by a server without a library, in Python',
      {
        'server.py':
          'def handle(method):\n    if method == "initialize":\n        return {"protocolVersion": "2025-06-18", ' +
          '"serverInfo": {"name": "s"}}\n    if method == "tools/call":\n        return call()\n',
      },
      false,
      true,
    ],
    [
      'by a server without a library, in Node',
      {
        'index.js':
          "const answers = { initialize: () => ({ protocolVersion: '2025-06-18', serverInfo: { name: 's' } }), " +
          "'tools/list': list }",
      },
      false,
      true,
    ],
    [
      'not by a client that reads the answer',
      {
        'index.js':
          "const { protocolVersion, serverInfo } = await send('initialize', {})\nawait send('tools/call', { name })",
      },
      false,
      false,
    ],
    [
      'not by the manifest of a browser extension',
      { 'manifest.json': { manifest_version: 3, name: 'x' } },
      false,
      false,
    ],
  ])('%s', async (_, files, offers, expected) => {
    expect(implementsServer(await factsOf(files), offers ? [tool] : []).isServer).toBe(expected)
  })
})
