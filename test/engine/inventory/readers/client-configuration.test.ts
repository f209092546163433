import { describe, expect, it } from 'vitest'
import { clientConfiguration } from '../../../../src/engine/inventory/readers/mcp/client-configuration.ts'
import { projectInventoryOf, told, unresolvedOf } from '../project-inventory-of.ts'
import { packagesOf, readingOf, requestsOf } from './reading.ts'

const readingOfCommand = (command: string, ...args: string[]) =>
  readingOf(clientConfiguration, { '.mcp.json': JSON.stringify({ mcpServers: { shop: { command, args } } }) })

describe('an exact version in the configuration of an MCP client', () => {
  it.each([
    [['npx', '-y', 'acme-server@1.2.3'], ['acme-server@1.2.3 direct']],
    [['npx', '@acme/server@v1.2.3-rc.1', '--port', '80'], ['@acme/server@1.2.3-rc.1 direct']],
    [['npx', '--yes', '--package=acme@1.2.3', 'acme-cli'], ['acme@1.2.3 direct']],
    [
      ['npx', '-p', 'acme@1.2.3', '--package', 'other@2.0.0', '-c', 'acme run'],
      ['acme@1.2.3 direct', 'other@2.0.0 direct'],
    ],
    [['npx.cmd', '-y', 'alias@npm:acme@1.2.3'], ['acme@1.2.3 direct']],
    [['npm', 'exec', '--yes', '--', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['npm', '--prefix', '/srv', 'x', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['bunx', '--bun', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['bun', 'x', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['pnpm', 'dlx', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['pnpm', '--package=acme@1.2.3', 'dlx', 'acme'], []],
    [['yarn', 'dlx', '-p', 'acme@1.2.3', 'acme'], ['acme@1.2.3 direct']],
    [['deno', 'run', '-A', 'npm:@acme/server@1.2.3/cli'], ['@acme/server@1.2.3 direct']],
    [['cmd', '/c', 'npx', '-y', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['cmd.exe', '/d', '/s', '/c', 'npx -y acme@1.2.3'], ['acme@1.2.3 direct']],
    [['/usr/local/bin/npx', '-y', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['env', 'DEBUG=1', 'npx', '-y', 'acme@1.2.3'], ['acme@1.2.3 direct']],
    [['uvx', 'acme==1.2.3'], ['acme@1.2.3 direct']],
    [['uvx', 'acme[cli]@1.2.3'], ['acme@1.2.3 direct']],
    [['uvx', '-p', '3.12', '--from', 'acme==1.2.3', 'acme-server'], ['acme@1.2.3 direct']],
    [
      ['uvx', '--with', 'one==1.0,two==2.0', 'acme==1.2.3'],
      ['acme@1.2.3 direct', 'one@1.0 direct', 'two@2.0 direct'],
    ],
    [['uv', 'tool', 'run', '--from=acme==1.2.3', 'acme'], ['acme@1.2.3 direct']],
    [['uv', 'run', '--with', 'acme==1.2.3', 'server.py'], ['acme@1.2.3 direct']],
    [['uv', '--directory', '/srv', 'run', '--with=acme==1.2.3', 'mcp', 'run', 'server.py'], ['acme@1.2.3 direct']],
    [['pipx', 'run', 'acme==1.2.3'], ['acme@1.2.3 direct']],
    [['pipx', 'run', '--spec', 'acme==1.2.3', 'acme'], ['acme@1.2.3 direct']],
  ])('is a component: %j', ([command = '', ...args], packages) => {
    expect(packagesOf(readingOfCommand(command, ...args))).toEqual(packages)
  })

  it.each([
    [['node', 'server.js']],
    [['npx', './server']],
    [['npx', '${workspaceFolder}/server']],
    [['uv', 'run', 'server.py']],
    [['docker', 'run', 'registry.example/shop:1.2.3']],
    [['python', '-m', 'acme']],
  ])('is not looked for where nothing is fetched: %j', ([command = '', ...args]) => {
    expect(readingOfCommand(command, ...args)).toMatchObject({ packages: [], requests: [] })
  })

  it.each([
    [
      ['npx', '-y', 'acme'],
      'acme: the configuration has no exact version, so each start may install a different one (any version)',
    ],
    [
      ['npx', '-y', 'acme@latest'],
      'acme: the configuration has no exact version, so each start may install a different one (latest)',
    ],
    [
      ['npx', '-y', 'acme@^1.2.3'],
      'acme: the configuration has no exact version, so each start may install a different one (^1.2.3)',
    ],
    [
      ['npx', '-y', 'acme@1.2'],
      'acme: the configuration has no exact version, so each start may install a different one (1.2)',
    ],
    [['npx', '-y', 'acme@${VERSION}'], 'acme@${VERSION}: a variable determines what is installed (acme@${VERSION})'],
    [
      ['npx', '-y', 'github:acme/server#v1'],
      'github:acme/server#v1: it comes from a git repository (github:acme/server#v1)',
    ],
    [['npx', '-y', 'acme/server'], 'acme/server: it comes from a git repository (acme/server)'],
    [
      ['npx', '-y', 'https://acme.example/server.tgz'],
      'https://acme.example/server.tgz: it is an archive at a URL (https://acme.example/server.tgz)',
    ],
    [
      ['deno', 'run', 'jsr:@acme/server@1.2.3'],
      'jsr:@acme/server@1.2.3: it comes from a registry that Assay does not query (jsr:@acme/server@1.2.3)',
    ],
    [['npx', '-y', '!'], '!: its entry could not be parsed (!)'],
    [
      ['uvx', 'acme'],
      'acme: the configuration has no exact version, so each start may install a different one (any version)',
    ],
    [
      ['uvx', 'acme@latest'],
      'acme: the configuration has no exact version, so each start may install a different one (@ latest)',
    ],
    [
      ['uvx', 'acme==1.*'],
      'acme: the configuration has no exact version, so each start may install a different one (==1.*)',
    ],
    [
      ['uvx', '--from', 'git+https://git.example/acme', 'acme'],
      'git+https://git.example/acme: it comes from a source code repository (git+https://git.example/acme)',
    ],
    [
      ['uvx', '--with', 'one>=1,<2', 'acme==1.2.3'],
      'one: the configuration has no exact version, so each start may install a different one (>=1,<2)',
    ],
  ])('is missed by name: %j', ([command = '', ...args], request) => {
    expect(requestsOf(readingOfCommand(command, ...args))).toEqual([request])
  })

  it.each([
    '.mcp.json',
    'mcp.json',
    '.vscode/mcp.json',
    '.cursor/mcp.json',
    'claude_desktop_config.json',
    '.gemini/settings.json',
  ])('is read in %s', async (path) => {
    const server = { command: 'npx', args: ['-y', 'mcp-shop@2.9.6'] }
    const inventory = await projectInventoryOf({
      [path]: JSON.stringify({ [path.startsWith('.vscode') ? 'servers' : 'mcpServers']: { shop: server } }),
    })
    expect(told(inventory)).toEqual(['mcp-shop@2.9.6 direct'])
    expect(inventory.components[0]?.introducedBy[0]?.manifest).toBe(path)
    expect(inventory.unresolved).toMatchObject([
      { name: 'mcp-shop', requested: '2.9.6', reason: 'its own dependencies are not resolved', manifest: path },
    ])
    expect(inventory.complete).toBe(false)
  })

  it('is read in TOML, and one package of two registries is two', () => {
    const text =
      '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "shop@1.0.0"]\n[mcp_servers.b]\ncommand = ' +
      '"uvx"\nargs = ["shop==1.0.0"]\n'
    expect(
      readingOf(clientConfiguration, { '.codex/config.toml': text }).packages.map(({ ecosystem, name, line }) => [
        ecosystem,
        name,
        line,
      ]),
    ).toEqual([
      ['npm', 'shop', 3],
      ['PyPI', 'shop', 6],
    ])
  })

  it('stands alone: no lockfile answers for it, and it answers for no manifest', async () => {
    const inventory = await projectInventoryOf({
      '.mcp.json': JSON.stringify({
        mcpServers: { a: { command: 'npx', args: ['a@1.0.0'] }, b: { command: 'npx', args: ['-y', 'b'] } },
      }),
      'package.json': { name: 'shop', dependencies: { a: '^2', b: '^2' } },
      'package-lock.json': {
        name: 'shop',
        lockfileVersion: 3,
        packages: {
          '': { name: 'shop', dependencies: { a: '^2', b: '^2' } },
          'node_modules/a': { version: '2.0.0' },
          'node_modules/b': { version: '2.0.0' },
        },
      },
      'tools/.mcp.json': JSON.stringify({ mcpServers: { c: { command: 'npx', args: ['c@1.0.0'] } } }),
      'tools/package.json': { name: 'tools', dependencies: { c: '^1' } },
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct', 'a@2.0.0 direct', 'b@2.0.0 direct', 'c@1.0.0 direct'])
    expect(unresolvedOf(inventory).sort()).toEqual([
      '.mcp.json: a@1.0.0',
      '.mcp.json: b@any version',
      'tools/.mcp.json: c@1.0.0',
      'tools/package.json: c@^1',
    ])
  })

  it('is no text that cannot be read in silence', async () => {
    expect((await projectInventoryOf({ '.mcp.json': `{"mcpServers":${'['.repeat(10_000)}` })).unreadable).toMatchObject(
      [{ path: '.mcp.json' }],
    )
    expect((await projectInventoryOf({ '.mcp.json': '' })).unreadable).toEqual([])
  })
})
