import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mcpClients } from '../../../src/cli/installed/clients/catalogue.ts'
import { clientFolders } from '../../../src/cli/installed/clients/mcp-client.ts'
import { findServers } from '../../../src/cli/installed/find-servers.ts'
import { clientSettings } from '../../support/client-settings.ts'
import { workingTree } from '../../support/working-tree.ts'

const server = { command: 'npx', args: ['-y', 'some-server@1.2.3'] }
const inMcpServers = JSON.stringify({ mcpServers: { some: server } })
const contentOf = (path: string) => clientSettings(path, { name: 'some', secret: 'info' })

describe('the settings of every client', () => {
  const project = '/projects/shop'
  it.each(mcpClients.map((client) => [client.id, client] as const))(
    'are found in their places: %s',
    (_id, { files }) => {
      const pathsOf = (platform: NodeJS.Platform, home: string, variables: Record<string, string> = {}) =>
        files(clientFolders({ platform, home, variables, project: platform === 'win32' ? 'D:\\shop' : project })).map(
          ({ path, scope }) => `${scope}  ${path}`,
        )
      expect([
        ...pathsOf('linux', '/home/ada'),
        ...pathsOf('darwin', '/Users/ada'),
        ...pathsOf('win32', 'C:\\Users\\ada', {
          APPDATA: 'C:\\Users\\ada\\AppData\\Roaming',
          ProgramData: 'C:\\ProgramData',
        }),
      ]).toMatchSnapshot()
    },
  )

  it.each(
    (['linux', 'darwin'] as const).flatMap((platform) =>
      mcpClients.map((client) => [platform, client.id, client] as const),
    ),
  )('are read on %s: %s', (platform, _id, client) => {
    using tree = workingTree()
    const place = { platform, home: join(tree.path, 'home'), variables: {}, project: join(tree.path, 'project') }
    const files = client.files(clientFolders(place)).filter(({ scope }) => scope !== 'system')
    expect(files.length).toBeGreaterThan(0)
    for (const { path } of files) {
      const written = path.replace('*', 'one')
      tree.write({ [written.slice(tree.path.length + 1)]: contentOf(path) })
    }
    const { servers, unreadable } = findServers([client], place)
    expect(unreadable).toEqual([])
    for (const { path } of files)
      expect(
        servers
          .filter((found) => found.path === path.replace('*', 'one'))
          .map(({ server: { name, isDisabled }, program: { kind, label } }) => ({ name, isDisabled, kind, label })),
        path,
      ).toContainEqual({ name: 'some', isDisabled: false, kind: 'package', label: 'npm:some-server@1.2.3' })
  })

  it('have names and ids of their own', () => {
    expect(new Set(mcpClients.map(({ id }) => id)).size).toBe(mcpClients.length)
    expect(new Set(mcpClients.map(({ name }) => name)).size).toBe(mcpClients.length)
  })
})

describe('settings with peculiarities', () => {
  const find = (files: Record<string, string>, tree = workingTree()) => {
    tree.write(files)
    const place = {
      platform: 'linux',
      home: join(tree.path, 'home'),
      variables: {},
      project: join(tree.path, 'p'),
    } as const
    return { tree, ...findServers(mcpClients, place) }
  }

  it('names a file that cannot be read, and reads the others', () => {
    const { tree, servers, unreadable } = find({
      'home/.cursor/mcp.json': 'not JSON at all',
      'home/.codeium/windsurf/mcp_config.json': inMcpServers,
      'home/.junie/mcp/mcp.json': '',
    })
    tree[Symbol.dispose]()
    expect(servers.map(({ client }) => client.id)).toEqual(['windsurf'])
    expect(unreadable.map(({ client, path, problem }) => [client.id, path.slice(tree.path.length), problem])).toEqual([
      ['cursor', '/home/.cursor/mcp.json', 'The file is not JSON.'],
    ])
  })

  it.each([
    ['home/.cursor/mcp.json', '{"mcpServers":[{"command":"npx"}]}', '"mcpServers" is a list, not an object'],
    ['home/.cursor/mcp.json', '{"mcpServers":"npx some"}', '"mcpServers" is a single value, not an object'],
    ['home/.cursor/mcp.json', '{"mcpServers":""}', '"mcpServers" is null or empty, not an object'],
    ['home/.cursor/mcp.json', '{"mcpServers":null}', '"mcpServers" is null or empty, not an object'],
    ['home/.cursor/mcp.json', '{"mcpServers":{"a":"npx some"}}', '"a" in "mcpServers" is a single value, not'],
    ['home/.cursor/mcp.json', '{"mcpServers":{"a":null}}', '"a" in "mcpServers" is null or empty, not'],
    ['home/.cursor/mcp.json', '[]', 'The file contains a list, not an object with settings.'],
    ['home/.cursor/mcp.json', '"text"', 'The file contains a single value, not an object with settings.'],
    ['p/.vscode/mcp.json', '{"servers":[]}', '"servers" is a list, not an object'],
    ['home/.claude.json', '{"projects":{"/p":{"mcpServers":[]}}}', '"mcpServers" is a list, not an object'],
    ['home/.codex/config.toml', 'mcp_servers = "x"', '"mcp_servers" is a single value, not an object'],
    ['home/.config/zed/settings.json', '{"context_servers":[]}', '"context_servers" is a list, not an object'],
    ['home/.config/goose/config.yaml', 'extensions: text', '"extensions" is a single value, not an object'],
    ['home/.continue/config.yaml', 'mcpServers:\n  - command: npx\n', '"mcpServers" contains a server without a name.'],
  ])('names servers of a wrong kind in %s: %s', (path, content, problem) => {
    const { tree, unreadable } = find({ [path]: content })
    tree[Symbol.dispose]()
    expect(unreadable).toEqual([expect.objectContaining({ problem: expect.stringContaining(problem) })])
  })

  it('reads the other servers of a file with one of a wrong kind', () => {
    const { tree, servers, unreadable } = find({
      'home/.cursor/mcp.json': JSON.stringify({ mcpServers: { some: server, other: ['npx'] } }),
    })
    tree[Symbol.dispose]()
    expect(servers.map(({ server: { name } }) => name)).toEqual(['some'])
    expect(unreadable.map(({ problem }) => problem)).toEqual(['"other" in "mcpServers" is a list, not an object.'])
  })

  it.each([
    ['home/.cursor/mcp.json', '{}'],
    ['home/.cursor/mcp.json', '{"mcpServers":{}}'],
    ['home/.claude.json', '{"projects":{"/p":{}},"mcpServers":{}}'],
    ['home/.config/goose/config.yaml', 'extensions:\n'],
    ['home/.config/goose/config.yaml', 'extensions:\n  developer:\n    type: builtin\n'],
    ['home/.continue/config.yaml', 'mcpServers: []\n'],
    ['home/.gemini/settings.json', '{"mcp":{"allowed":["a"]},"extensions":{"disabled":[]}}'],
    ['home/.config/zed/settings.json', '{"context_servers":{"a":{"source":"extension","settings":{}}}}'],
    ['home/.config/Code/User/settings.json', '{"mcp":{"servers":{},"inputs":[]},"extensions.autoUpdate":false}'],
  ])('finds nothing wrong with %s: %s', (path, content) => {
    const { tree, servers, unreadable } = find({ [path]: content })
    tree[Symbol.dispose]()
    expect([servers, unreadable]).toEqual([[], []])
  })

  it('keeps the project for which Claude Code stores a server, and marks disabled servers', () => {
    const { tree, servers } = find({
      'home/.claude.json': contentOf('.claude.json'),
      'home/.codeium/windsurf/mcp_config.json': JSON.stringify({ mcpServers: { off: { ...server, disabled: true } } }),
    })
    tree[Symbol.dispose]()
    expect(servers.map(({ server: { name, project, isDisabled } }) => ({ name, project, isDisabled }))).toEqual([
      { name: 'some', project: undefined, isDisabled: false },
      { name: 'shop', project: '/work/shop', isDisabled: false },
      { name: 'off', project: undefined, isDisabled: true },
    ])
  })

  it('survives settings that are nested without an end', () => {
    const { tree, unreadable } = find({ 'home/.cursor/mcp.json': '['.repeat(200_000) })
    tree[Symbol.dispose]()
    expect(unreadable).toHaveLength(1)
  })

  it('names settings that are a loop of links or a folder, and reads the others', () => {
    using tree = workingTree({
      'home/.codeium/windsurf/mcp_config.json': inMcpServers,
      'home/.kiro/settings/mcp.json/x': '',
      'home/.cursor/x': '',
    })
    symlinkSync('mcp.json', join(tree.path, 'home/.cursor/mcp.json'))
    const place = { platform: 'linux', home: join(tree.path, 'home'), variables: {}, project: tree.path } as const
    const { servers, unreadable } = findServers(mcpClients, place)
    expect(servers.map(({ client }) => client.id)).toEqual(['windsurf'])
    expect(unreadable.map(({ client, problem }) => [client.id, problem])).toEqual([
      ['cursor', 'Assay cannot read the file (ELOOP).'],
      ['kiro', 'It is not a regular file.'],
    ])
  })
})
