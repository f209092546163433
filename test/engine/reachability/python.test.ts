import { describe, expect, it } from 'vitest'
import { judged, type Files } from './installed-files.ts'

/** The distribution `Some-Tool` has the import name `tool`. */
const tool: Files = {
  'tool/__init__.py': 'from .core import safe\nfrom . import core\n',
  'tool/core.py': `
def inner(x):
    return x
def danger(x):
    return inner(x)
def safe(x):
    return x + 1
class Client:
    def __init__(self, x):
        self.x = x
    def send(self):
        return danger(self.x)
    def close(self):
        pass
`,
  'tool/extra.py': 'def extra():\n    return 1\n',
}
const judge = (
  project: Files,
  target = 'tool/core.py: danger',
  packages: Record<string, Files> = { 'Some-Tool@1.0.0': tool },
) => judged({ project, packages, ecosystem: 'PyPI' }, `Some-Tool@1.0.0 ${target}`)

describe('denied', () => {
  it.each<[string, string]>([
    ['another function', 'from tool import safe\nsafe(1)\n'],
    ['another function of the module', 'import tool\ntool.safe(1)\n'],
    ['another function of a submodule', 'from tool.core import safe as s\ns(1)\n'],
    ['another method', 'from tool.core import Client\nc = Client(1)\nc.close()\n'],
  ])('%s', (_, text) => {
    expect(judge({ 'app.py': text }).status).toBe('imported')
  })

  it('denies files that nothing imports', () => {
    expect(judge({ 'app.py': 'import json\n' }).status).toBe('not-loaded')
    expect(judge({ 'app.py': 'from tool.core import safe\n' }, 'tool/extra.py: extra').status).toBe('not-loaded')
  })
})

describe('not denied', () => {
  it.each<[string, string]>([
    ['getattr with an unknown name', 'import sys\nfrom tool import core\ngetattr(core, sys.argv[1])(1)\n'],
    ['importlib with an unknown name', 'import importlib, sys\nimportlib.import_module(sys.argv[1]).danger(1)\n'],
    ['a star import', 'from tool.core import *\ndanger(1)\n'],
    ['a decorator', 'from tool.core import danger\n@danger\ndef f():\n    pass\n'],
    ['a dictionary', "from tool.core import danger\ntable = {'d': danger}\ndef run(k):\n    return table[k](1)\n"],
    ['an import of a submodule', 'import tool.extra\n'],
  ])('%s', (what, text) => {
    const target = what.includes('submodule') ? 'tool/extra.py' : 'tool/core.py: danger'
    expect(['reachable', 'unknown', ...(what.includes('submodule') ? ['imported'] : [])]).toContain(
      judge({ 'app.py': text }, target).status,
    )
  })
})

describe('reachable', () => {
  it.each<[string, string]>([
    ['functions', 'from tool.core import danger\ndanger(1)\n'],
    ['modules', 'from tool import core\ncore.danger(1)\n'],
    ['submodules', 'import tool.core\ntool.core.danger(1)\n'],
    ['methods', 'from tool.core import Client\ndef run():\n    c = Client(1)\n    return c.send()\nrun()\n'],
    ['subclasses', 'from tool.core import Client\nclass Mine(Client):\n    pass\nMine(1).send()\n'],
  ])('follows %s', (_, text) => {
    expect(judge({ 'app.py': text }).status).toBe('reachable')
  })
})

describe('ends', () => {
  it.each<[string, string]>([
    ['for instances that are their own method', 'class A:\n    pass\na = A()\nA.__call__ = a\na(1)\n'],
    [
      'for classes that inherit from each other',
      'def f(x):\n    class A(x):\n        pass\n    return f(A)\nf(object)()\n',
    ],
    [
      'for iterators of themselves',
      'class A:\n    def __iter__(self):\n        return self\nfor x in A():\n    pass\n',
    ],
  ])('%s', (_, text) => {
    expect(judge({ 'app.py': `from tool.core import danger\n${text}danger(1)\n` }).status).toBe('reachable')
  })
})

describe('an obstacle for all packages', () => {
  /** A function that reads attributes with more computed names than a graph may have. */
  const lines = Array.from({ length: 1_100 }, (_, index) => `    getattr(x, 'n${index}_' + y)()`)
  const manyNames = ['def many(x, y):', ...lines, ''].join('\n')
  const reads = { 'Some-Tool@1.0.0': { ...tool, 'tool/names.py': manyNames } }

  it('ends the graph, so that the rest of the program exceeds no limit', () => {
    const project = { 'a.py': 'from tool.names import many\nmany(1, input())\n' }
    expect(judge(project, 'tool/extra.py: extra', reads)).toMatchObject({ reason: 'limit-exceeded' })
    const loading = { ...project, 'b.py': 'import importlib\nimportlib.import_module(input())\n' }
    expect(judge(loading, 'tool/extra.py: extra', reads)).toEqual({
      status: 'unknown',
      reason: 'dynamic-import',
      detail: 'b.py',
      functions: ['tool/extra.py: extra'],
    })
  })

  it('does not hide a call path', () => {
    const project = {
      'a.py': 'import importlib\nfrom tool import core\nimportlib.import_module(input())\ncore.danger(1)\n',
    }
    expect(judge(project).status).toBe('reachable')
  })
})

describe('a Python script without an extension', () => {
  const other: Files = { 'other/__init__.py': 'def danger(x):\n    return x\n' }
  const code = '#!/usr/bin/env python3\nimport other\nother.danger(1)\n'
  const target = 'other@1.0.0 other/__init__.py: danger'

  it.each(['bin/server', 'SConstruct', 'server.pyw'])('is read as Python: %s', (path) => {
    const packages = { 'other@1.0.0': other }
    expect(judged({ project: { [path]: code }, packages, ecosystem: 'PyPI' }, target).status).toBe('reachable')
  })

  it('is read as Python in a package', () => {
    const packages = { 'other@1.0.0': other, 'tool@1.0.0': { 'tool/__init__.py': '', 'tool/bin/run': code } }
    const project = { 'a.py': "import subprocess\nsubprocess.run(['tool/bin/run'])\n" }
    expect(judged({ project, packages, ecosystem: 'PyPI' }, target).status).toBe('unknown')
  })
})

describe('a function in an attribute of an instance', () => {
  const web = (route: string): Files => ({
    'web/__init__.py': `
def danger(x):
    return x

class Route:
    def __init__(self, endpoint):
        self.app = endpoint
        self.callbacks = {"end": endpoint}
    def method(self):
        return danger(1)
${route}
class Auth:
    def handle(self):
        return danger(1)

def auth_routes():
    return [Route(Auth().handle)]

def pages():
    return 1
`,
  })
  const pathIn = (route: string, code: string) =>
    judged(
      { project: { 'a.py': code }, packages: { 'web@1.0.0': web(route) }, ecosystem: 'PyPI' },
      'web@1.0.0 web/__init__.py: danger',
    ).path?.map(({ function: name }) => name)

  it.each([
    ['a call', '    def handle(self):\n        return self.app()\n'],
    ['an argument', '    def handle(self):\n        return start(self.app)\n'],
    ['a variable', '    def handle(self):\n        app = self.app\n        return app()\n'],
    ['a cast', '    def handle(self):\n        app = cast("Any", self.callbacks.get("end"))\n        return app()\n'],
    ['a table', '    def handle(self):\n        return self.callbacks.get("end")()\n'],
  ])('is called by the code that passed it, not by %s of another instance', (_, route) => {
    const code = 'import web\nweb.Route(lambda: 1).handle()\nweb.auth_routes()\n'
    expect(pathIn(route, code)).toEqual(['', 'auth_routes', 'Auth.handle', 'danger'])
  })

  it('is called by a call if it is a method', () => {
    const route = '    def handle(self):\n        return self.method()\n'
    expect(pathIn(route, 'import web\nweb.Route(None).handle()\n')).toEqual([
      '',
      'Route.handle',
      'Route.method',
      'danger',
    ])
  })
})

it('does not call a function of another file that has the same decorators', () => {
  const commands: Files = {
    'commands/__init__.py':
      'def option(name):\n    def add(f):\n        f.options = [name]\n        return f\n    return add\n',
  }
  const client: Files = {
    'client/__init__.py': `
from commands import option
def danger(x):
    return x
${'@option("a")\n'.repeat(30)}
def main():
    danger(1)
`,
  }
  const project = {
    'a.py': 'import client\nfrom commands import option\n@option("c")\n@option("d")\ndef run():\n    return 1\nrun()\n',
  }
  const packages = { 'commands@1.0.0': commands, 'client@1.0.0': client }
  const result = judged({ project, packages, ecosystem: 'PyPI' }, 'client@1.0.0 client/__init__.py: danger')
  expect(result.status).not.toBe('reachable')
})
