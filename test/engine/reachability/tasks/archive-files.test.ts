import { describe, expect, it } from 'vitest'
import { fileUse, installedPath, sourceFolderOf } from '../../../../src/engine/reachability/tasks/archive-files.ts'

const code = Buffer.from('run()')

describe('the use of a file in a package', () => {
  it.each([
    ['index.js', 'source'],
    ['lib/a.mjs', 'source'],
    ['types/index.d.ts', 'data'],
    ['package.json', 'data'],
    ['LICENSE', 'data'],
    ['license', 'data'],
    ['Licence', 'data'],
    ['licenses', 'unread'],
    ['.eslintrc', 'data'],
    ['build/Release/a.node', 'native'],
    ['binding.gyp', 'native'],
    ['lib/a.coffee', 'unread'],
    ['lib/loader', 'unread'],
  ] as const)('npm: %s is %s', (path, use) => {
    expect(fileUse({ path, content: code }, 'npm')).toBe(use)
  })

  it.each([
    ['a/__init__.py', 'source'],
    ['a/stubs.pyi', 'data'],
    ['a/_speedups.cpython-312-x86_64-linux-gnu.so', 'native'],
    ['src/a/_speedups.pyx', 'native'],
    ['a/module.pyc', 'unread'],
    ['a/data.unknown', 'data'],
  ] as const)('PyPI: %s is %s', (path, use) => {
    expect(fileUse({ path, content: code }, 'PyPI')).toBe(use)
  })

  it('is data for a compiled program', () => {
    const program = Buffer.from('7f454c4602010100', 'hex')
    expect(fileUse({ path: 'bin/tool', content: program }, 'npm')).toBe('data')
    expect(fileUse({ path: 'build/a.node', content: program }, 'npm')).toBe('native')
    expect(fileUse({ path: 'a/b.so', content: program }, 'PyPI')).toBe('native')
  })

  it('is unread for source code without content', () => {
    expect(fileUse({ path: 'index.js', content: undefined }, 'npm')).toBe('unread')
    expect(fileUse({ path: 'a.py', content: undefined }, 'PyPI')).toBe('unread')
  })
})

describe('the path of a Python file after the installation', () => {
  it.each([
    [['PKG-INFO', 'src/a/__init__.py'], 'src/a/__init__.py', 'a/__init__.py'],
    [['PKG-INFO', 'lib/yaml/__init__.py', 'lib3/yaml/__init__.py'], 'lib3/yaml/__init__.py', 'yaml/__init__.py'],
    [['PKG-INFO', 'src/__init__.py', 'src/a.py'], 'src/a.py', 'src/a.py'],
    [['a-1.0.dist-info/METADATA', 'src/a.py'], 'src/a.py', 'src/a.py'],
    [['a-1.0.data/purelib/a.py'], 'a-1.0.data/purelib/a.py', 'a.py'],
  ])('%j: %s is %s', (paths, path, installed) => {
    expect(installedPath(path, sourceFolderOf(new Set(paths)))).toBe(installed)
  })
})
