import { describe, expect, it } from 'vitest'
import type { ModuleResolver } from '../../../../../src/engine/analysis/modules/module-resolution.ts'
import { moduleName } from '../../../../../src/engine/analysis/modules/module-name.ts'
import { pythonModules } from '../../../../../src/engine/analysis/frontends/python/python-modules.ts'

describe('an import of Python', () => {
  it.each<[string, string, string, string, string[], ReturnType<ModuleResolver>]>([
    ['a module beside it', 'pkg/a.py', '.b', 'run', ['pkg/b.py'], { path: 'pkg/b.py', isModule: false }],
    ['a module beside it, whole', 'pkg/a.py', '.', 'b', ['pkg/b.py'], { path: 'pkg/b.py', isModule: true }],
    [
      'a name of its package',
      'pkg/a.py',
      '.',
      'run',
      ['pkg/__init__.py'],
      { path: 'pkg/__init__.py', isModule: false },
    ],
    ['a module above', 'pkg/deep/a.py', '..b', 'run', ['pkg/b.py'], { path: 'pkg/b.py', isModule: false }],
    [
      'a package below',
      'pkg/a.py',
      '.deep',
      'run',
      ['pkg/deep/__init__.py'],
      { path: 'pkg/deep/__init__.py', isModule: false },
    ],
    [
      'a module by its whole name',
      'src/pkg/a.py',
      'pkg.b',
      'run',
      ['src/pkg/__init__.py', 'src/pkg/b.py'],
      { path: 'src/pkg/b.py', isModule: false },
    ],
    [
      'a module of a package, or what the package binds to its name',
      'main.py',
      'pkg',
      'b',
      ['pkg/__init__.py', 'pkg/b.py'],
      { path: 'pkg/b.py', isModule: true, named: 'pkg/__init__.py' },
    ],
    [
      'a module of the folder of a script that is a package',
      'src/server.py',
      'handlers.files',
      'run',
      ['src/__init__.py', 'src/handlers/__init__.py', 'src/handlers/files.py'],
      { path: 'src/handlers/files.py', isModule: false },
    ],
    [
      'a module of a folder above the file, where a script runs in that folder',
      'src/handlers/files.py',
      'tools',
      'run',
      ['src/__init__.py', 'src/handlers/__init__.py', 'src/tools.py'],
      { path: 'src/tools.py', isModule: false },
    ],
    [
      'a package outside, not the file beside it',
      'src/client.py',
      'docker',
      'from_env',
      ['src/__init__.py', 'src/docker.py'],
      { path: undefined, isModule: false },
    ],
    [
      'a package outside, not the file itself',
      'src/notion.py',
      'notion',
      'Client',
      ['src/__init__.py'],
      { path: undefined, isModule: false },
    ],
    ['a package itself', 'main.py', 'pkg', '*', ['pkg/__init__.py'], { path: 'pkg/__init__.py', isModule: false }],
    [
      'a package without a file of its own',
      'main.py',
      'pkg.b',
      'run',
      ['pkg/b.py'],
      { path: 'pkg/b.py', isModule: false },
    ],
    [
      'nothing of a package by its last name',
      'main.py',
      'b',
      'run',
      ['pkg/__init__.py', 'pkg/b.py'],
      { path: undefined, isModule: false },
    ],
    ['nothing outside', 'main.py', 'subprocess', 'run', ['pkg/b.py'], { path: undefined, isModule: false }],
    ['nothing above the project', 'a.py', '...b', 'run', ['pkg/b.py'], { path: undefined, isModule: false }],
  ])('means %s', (_what, from, specifier, name, paths, expected) => {
    expect(pythonModules([from, ...paths])(from, specifier, name)).toEqual(expected)
  })

  it('means the same whatever the order of files', () => {
    const paths = ['b/x/m.py', 'a/x/m.py', 'x/m.py']
    for (const order of [paths, paths.toReversed()])
      expect(pythonModules(order)('main.py', 'x.m', 'f').path).toBe('x/m.py')
    for (const order of [paths.slice(0, 2), paths.slice(0, 2).toReversed()])
      expect(pythonModules(order)('main.py', 'x.m', 'f').path).toBe('a/x/m.py')
  })
})

describe('the name of a module outside', () => {
  it.each([
    ['node:fs', 'fs'],
    ['fs/promises', 'fs.promises'],
    ['node:fs/promises', 'fs.promises'],
    ['child_process', 'child_process'],
    ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/mcp'],
    ['lodash/merge', 'lodash/merge'],
    ['os.path', 'os.path'],
    ['\0module1', 'module1'],
    ['', ''],
  ])('of %j is %j', (specifier, name) => {
    expect(moduleName(specifier)).toBe(name)
  })
})
