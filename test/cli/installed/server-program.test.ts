import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programOf } from '../../../src/cli/installed/server-program.ts'
import { clientServers } from '../../../src/engine/inventory/settings-files/client-servers.ts'
import { readJson } from '../../../src/engine/inventory/settings-files/read-json.ts'
import { workingTree } from '../../support/working-tree.ts'

/** Returns the program that a server runs, with paths relative to the test folder. */
function programIn(
  files: Readonly<Record<string, string>>,
  settings: object,
  { links = {}, variables = {} }: { links?: Record<string, string>; variables?: Record<string, string> } = {},
) {
  using tree = workingTree(files)
  const inTree = (text: string) => text.replaceAll('TREE', tree.path)
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(tree.path, link)), { recursive: true })
    chmodSync(join(tree.path, target), 0o755)
    symlinkSync(join(tree.path, target), join(tree.path, link))
  }
  const { value: root } = readJson(inTree(JSON.stringify({ mcpServers: { it: settings } })))
  const [server] = clientServers({ root })
  if (!server) throw new Error('no server')
  const program = programOf(server, {
    platform: 'linux',
    home: join(tree.path, 'home'),
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, inTree(value)])),
    folder: undefined,
  })
  return {
    kind: program.kind,
    label: program.label.replace(tree.path, 'TREE'),
    ...('isMovable' in program && { isMovable: program.isMovable }),
  }
}
const run = (command: string, ...args: string[]) => programIn({}, { command, args })

describe('the package that a command runs', () => {
  it.each([
    [run('npx', '-y', 'some-server@1.2.3'), 'npm:some-server@1.2.3', false],
    [run('npx', '-y', '@acme/some-server'), 'npm:@acme/some-server', true],
    [run('npx', 'some-server@latest', '--token', 'x'), 'npm:some-server@latest', true],
    [run('npx', 'some-server@^1.2'), 'npm:some-server@^1.2', true],
    [run('cmd', '/c', 'npx', '-y', 'some-server@1.2.3'), 'npm:some-server@1.2.3', false],
    [run('bunx', 'some-server@1.2.3'), 'npm:some-server@1.2.3', false],
    [run('pnpm', 'dlx', 'some-server@1.2.3'), 'npm:some-server@1.2.3', false],
    [run('uvx', 'some-server==1.2'), 'pypi:some-server@1.2', false],
    [run('uvx', 'Some_Server'), 'pypi:Some_Server', true],
    [run('uvx', '--from', 'some-server>=1.0', 'serve'), 'pypi:some-server', true],
    [run('pipx', 'run', 'some-server==1.2'), 'pypi:some-server@1.2', false],
    [run('npx', '-y', 'github:acme/some-server#v1'), 'github:acme/some-server#v1', undefined],
    [
      run('uvx', '--from', 'git+https://github.com/acme/some-server', 'serve'),
      'git+https://github.com/acme/some-server',
      true,
    ],
  ])('%o', ({ kind, label, isMovable }, expected, movable) => {
    expect([kind, label]).toEqual(['package', expected])
    if (movable !== undefined) expect(isMovable).toBe(movable)
  })

  it('is not guessed', () => {
    expect(run('uvx', 'some-server>=1,<2').kind).toBe('unknown')
    expect(run('npx', '-y', '${PACKAGE}').kind).toBe('unknown')
    expect(run('some-binary', '--stdio')).toEqual({ kind: 'unknown', label: 'some-binary' })
  })
})

describe('what cannot be scanned', () => {
  it('names images and hosts without credentials, paths, and queries', () => {
    expect(run('docker', 'run', '-i', '--rm', '-e', 'TOKEN=secret', 'mcp/fetch')).toEqual({
      kind: 'image',
      label: 'mcp/fetch',
      isMovable: true,
    })
    expect(programIn({}, { url: 'https://user:pass@mcp.example/s/0123456789abcdef?key=1' })).toEqual({
      kind: 'remote',
      label: 'mcp.example',
    })
    expect(run('npx', '-y', 'git+https://ada:s3cretPassw0rd@git.example/acme/server').label).not.toContain('s3cret')
  })
})

describe('a command that contains a secret', () => {
  const token = 's3cr3tT0kenValue9'
  it.each([
    [{ command: `my-server --api-key ${token}` }],
    [{ command: `DB_PASSWORD=${token} server` }],
    [{ command: 'bash', args: ['-c', `TOKEN=${token} exec srv`] }],
    [{ command: 'docker', args: ['run', '-i', '--rm', '-e', `AUTH_HEADER=Bearer ${token}`, 'corp/image:1'] }],
    [{ command: 'npx', args: ['--token', token, '-y', 'some-server@1.0.0'] }],
    [{ command: 'npx', args: ['-y', `https://host.example/path/${token}/pkg.tgz`] }],
  ])('does not show it: %o', (settings) => {
    expect(programIn({}, settings).label).not.toContain(token)
  })
})

describe('a command that could be misread', () => {
  it.each([
    [{ command: 'npx', args: ['--prefix', '/Users/John Smith/x', '-y', 'some-server@1.0.0'] }, 'npm:some-server@1.0.0'],
    [{ command: 'npx', args: ['--loglevel', 'silent', '-y', 'some-server@1.0.0'] }, 'npm:some-server@1.0.0'],
    [{ command: 'docker', args: ['run', '--gpus', 'all', '-v', '/a b/c:/data', 'corp/image:1'] }, 'corp/image:1'],
    [{ command: 'npx', args: ['mcp-remote', 'https://mcp.example/sse?token=x'] }, 'mcp.example'],
    [{ command: 'npx', args: ['tsx', 'TREE/code/server/dist/index.js', 'https://api.example'] }, 'TREE/code/server'],
    [{ command: '/usr/bin/env', args: ['X=1', 'node', 'TREE/code/server/dist/index.js'] }, 'TREE/code/server'],
    [{ command: 'deno', args: ['run', '-A', 'TREE/code/server/dist/index.js'] }, 'TREE/code/server'],
  ])('is read correctly: %o', (settings, label) => {
    const files = { 'code/server/package.json': '{}', 'code/server/dist/index.js': '' }
    expect(programIn(files, settings).label).toBe(label)
  })

  it.each([
    [{ command: 'npx', args: ['--registry', 'https://npm.example', '@acme/private@1.0.0'] }],
    [{ command: 'uvx', args: ['--unknown-option', 'value', 'some-server'] }],
    [{ command: 'node', args: ['TREE/home/'] }],
    [{ command: 'node', args: ['/'] }],
    [{ command: 'node', args: ['/etc/..'] }],
    [{ command: 'node', args: ['/dev/zero'] }],
    [{ command: 'node', args: ['-e', '1'] }],
  ])('names no package and no folder: %o', (settings) => {
    expect(programIn({ 'home/x.txt': '' }, settings).kind).toBe('unknown')
  })
})

describe('a local script', () => {
  const project = { 'code/server/package.json': '{}', 'code/server/dist/index.js': '' }
  it.each([
    [{ command: 'node', args: ['TREE/code/server/dist/index.js', '/home'] }, 'TREE/code/server'],
    [{ command: 'node', args: ['--import', 'tsx', 'TREE/code/server/dist/index.js'] }, 'TREE/code/server'],
    [{ command: 'node', args: ['dist/index.js'], cwd: 'TREE/code/server' }, 'TREE/code/server'],
    [{ command: 'uv', args: ['--directory', 'TREE/code/server', 'run', 'serve'] }, 'TREE/code/server'],
    [{ command: 'npx', args: ['-y', 'TREE/code/server'] }, 'TREE/code/server'],
    [{ command: 'TREE/code/server/dist/index.js' }, 'TREE/code/server'],
    [{ command: 'bash', args: ['TREE/alone/run.sh'] }, 'TREE/alone'],
    [{ command: 'python3', args: ['${HOME}/server.py'] }, 'TREE/home/server.py'],
  ])('is scanned with its project: %o', (settings, label) => {
    const files = { ...project, 'alone/run.sh': '', 'home/server.py': '' }
    expect(programIn(files, settings)).toEqual({ kind: 'folder', label })
  })

  it('is not confused with the data of the user', () => {
    const files = { ...project, 'documents/package.json': '{}' }
    expect(programIn(files, { command: 'some-binary', args: ['TREE/documents'] }).kind).toBe('unknown')
    expect(
      programIn(files, { command: 'node', args: ['TREE/code/server/dist/index.js', 'TREE/documents'] }).label,
    ).toBe('TREE/code/server')
  })
})

describe('an installed program', () => {
  it('of npm is the package of its file', () => {
    const files = {
      'global/lib/node_modules/@acme/server/package.json': '{"name":"@acme/server","version":"2.0.1"}',
      'global/lib/node_modules/@acme/server/bin/run.js': '',
    }
    const links = { 'global/bin/acme-server': 'global/lib/node_modules/@acme/server/bin/run.js' }
    expect(
      programIn(files, { command: 'acme-server' }, { links, variables: { PATH: '/nowhere:TREE/global/bin' } }),
    ).toEqual({
      kind: 'package',
      label: 'npm:@acme/server@2.0.1',
      isMovable: false,
    })
  })

  it('of a virtual environment is the package that defines the script', () => {
    const environment = 'home/.local/share/uv/tools/acme'
    const files = {
      [`${environment}/pyvenv.cfg`]: '',
      [`${environment}/bin/acme-serve`]: '',
      [`${environment}/lib/python3.12/site-packages/other-1.0.dist-info/entry_points.txt`]:
        '[console_scripts]\nx = o:m\n',
      [`${environment}/lib/python3.12/site-packages/acme_server-3.1.dist-info/entry_points.txt`]:
        '[gui_scripts]\nx = a:b\n\n[console_scripts]\nacme-serve = acme_server:main\n',
    }
    const links = { 'home/.local/bin/acme-serve': `${environment}/bin/acme-serve` }
    expect(programIn(files, { command: 'acme-serve' }, { links, variables: { PATH: 'TREE/home/.local/bin' } })).toEqual(
      {
        kind: 'package',
        label: 'pypi:acme-server@3.1',
        isMovable: false,
      },
    )
  })
})
