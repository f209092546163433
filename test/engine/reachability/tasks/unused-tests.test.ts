import { describe, expect, it } from 'vitest'
import { summarizeFiles } from '../../../../src/engine/reachability/tasks/summarize-archive.ts'

/** Returns the paths that a package's summary lists as tests that were not read. */
function unreadTests(files: Readonly<Record<string, string>>, ecosystem: 'npm' | 'PyPI' = 'npm'): string[] {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  const { modules, unread } = summarizeFiles(contents, { ecosystem, skipped: [], until: Infinity })
  const tests = unread.filter(({ cause }) => cause === 'test').map(({ path }) => path)
  expect([...modules.map(({ path }) => path), ...tests].sort()).toEqual(
    Object.keys(files)
      .filter((path) => !path.endsWith('.json'))
      .sort(),
  )
  return tests
}

const tests = { 'test/all.js': "require('./helper')", 'test/helper.js': 'run()', 'lib/a.spec.js': 'run()' }

describe('tests of a package', () => {
  it('are not read', () => {
    expect(unreadTests({ ...tests, 'index.js': "require('./lib/a')", 'lib/a.js': '/a/.test(b)' })).toEqual(
      Object.keys(tests).sort(),
    )
  })

  it.each([
    ['another file loads', { 'index.js': "require('./test/all')" }, ['lib/a.spec.js']],
    ['another file loads with its extension', { 'lib/a.js': "import '../test/all.js'" }, ['lib/a.spec.js']],
    ['the manifest names', { 'package.json': '{"main":"./test/all.js"}' }, ['lib/a.spec.js']],
    ['the installation runs', { 'package.json': '{"scripts":{"install":"node test/all"}}' }, ['lib/a.spec.js']],
    ['the manifest names as a pattern', { 'package.json': '{"exports":{"./*":"./test/*.js"}}' }, ['lib/a.spec.js']],
    ['a computed name may load', { 'index.js': 'require("./" + name)' }, []],
    ['a computed path may load', { 'index.js': 'load(path.join(__dirname, name))' }, []],
  ])('that %s are read', (_, files, unread) => {
    expect(unreadTests({ ...tests, ...files })).toEqual(unread)
  })

  it('are not read because npm runs them', () => {
    expect(unreadTests({ ...tests, 'package.json': '{"files":["test/"],"scripts":{"test":"node test/all"}}' })).toEqual(
      Object.keys(tests).sort(),
    )
  })

  it('are not read in Python, unless another module imports them', () => {
    const files = { 'a/tests/test_a.py': 'run()', 'a/tests/__init__.py': '', 'a/b.py': 'x = "tests"' }
    const paths = ['a/tests/__init__.py', 'a/tests/test_a.py']
    expect(unreadTests({ ...files, 'a/__init__.py': 'import a.b' }, 'PyPI')).toEqual(paths)
    expect(unreadTests({ ...files, 'a/__init__.py': 'from a.tests import test_a' }, 'PyPI')).toEqual([])
    expect(unreadTests({ ...files, 'a/__init__.py': 'import importlib\nimportlib.import_module(b)' }, 'PyPI')).toEqual(
      [],
    )
  })
})
