import { describe, expect, it } from 'vitest'
import { flowsIn } from './found-flows.ts'

const start = `import functools, os
from dataclasses import dataclass, field
from functools import partial, partialmethod
from typing import NamedTuple
from collections import namedtuple
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")
`

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')

/** A server with one tool that has the text argument `x`. */
const toolOf = (definitions: string, body: string) =>
  `${start}${definitions}\n\n@mcp.tool()\ndef t(x: str):\n${indented(body)}\n`

const reachesShell = (definitions: string, body: string) =>
  flowsIn({ 'server.py': toolOf(definitions, body) }).flows.some(({ kind }) => kind === 'command')

/** `b` reaches a shell. `a` does not. */
const run = 'def run(a, b="ls"):\n    os.system(b)'
const keywordOnly = 'def run(a, *, b="ls"):\n    os.system(b)'
const positionalOnly = 'def run(a, b, /, **others):\n    os.system(b)'
const method = 'class Host:\n    def run(self, a, b="ls"):\n        os.system(b)\nhost = Host()'
const ways =
  'class Host:\n    @classmethod\n    def shared(cls, a, b="ls"):\n        os.system(b)\n    ' +
  '@staticmethod\n    def plain(a, b="ls"):\n        os.system(b)\nhost = Host()'
const derived =
  'class Base:\n    def run(self, a, b="ls"):\n        os.system(b)\nclass Host(Base):\n    def run(self, ' +
  'a, b="ls"):\n        FORWARDED\nhost = Host()'
const made =
  'class Job:\n    def __init__(self, a, b="ls"):\n        self.a = a\n        self.b = b\n    def ' +
  'go(self):\n        os.system(self.b)'
const decorator =
  'def logged(f):\n    @functools.wraps(f)\n    def inner(*args, **kwargs):\n        return f(*args, ' +
  '**kwargs)\n    return inner\n@logged\ndef run(a, b="ls"):\n    os.system(b)'

interface Form {
  readonly form: string
  readonly definitions: string
  /** A call that passes `x` to the parameter that reaches a shell. `safe` passes it to another parameter. */
  readonly vulnerable: string
  readonly safe: string
}

const forms: readonly Form[] = [
  { form: 'a keyword after another one', definitions: run, vulnerable: 'run(a="1", b=x)', safe: 'run(a=x, b="ls")' },
  { form: 'keywords in another order', definitions: run, vulnerable: 'run(b=x, a="1")', safe: 'run(b="ls", a=x)' },
  { form: 'a keyword after a position', definitions: run, vulnerable: 'run("1", b=x)', safe: 'run(x, b="ls")' },
  { form: 'a default', definitions: run, vulnerable: 'run("1", x)', safe: 'run(x)' },
  { form: 'a keyword-only parameter', definitions: keywordOnly, vulnerable: 'run("1", b=x)', safe: 'run(x, b="ls")' },
  {
    form: 'a positional-only parameter',
    definitions: positionalOnly,
    vulnerable: 'run("1", x)',
    safe: 'run("1", "ls", b=x)',
  },
  {
    form: 'other keywords of a positional-only function',
    definitions: 'def run(a, /, **others):\n    os.system(others["a"])',
    vulnerable: 'run("1", a=x)',
    safe: 'run(x, a="ls")',
  },
  {
    form: 'the rest of the positions',
    definitions: 'def run(a, *rest):\n    os.system(rest[1])',
    vulnerable: 'run("1", "2", x)',
    safe: 'run(x, "2", "ls")',
  },
  {
    form: 'another item of the rest',
    definitions: 'def run(*rest):\n    os.system(rest[1])',
    vulnerable: 'run("1", x)',
    safe: 'run(x, "ls")',
  },
  {
    form: 'the rest of the keywords',
    definitions: 'def run(a, **rest):\n    os.system(rest["b"])',
    vulnerable: 'run("1", c="2", b=x)',
    safe: 'run("1", c=x, b="ls")',
  },
  {
    form: 'keywords by `get`',
    definitions: 'def run(a, **rest):\n    os.system(rest.get("b"))',
    vulnerable: 'run(a="1", b=x)',
    safe: 'run(a=x, b="ls")',
  },
  { form: 'a list with stars', definitions: run, vulnerable: 'run(*["1", x])', safe: 'run(*[x, "ls"])' },
  {
    form: 'a list variable with stars',
    definitions: run,
    vulnerable: 'given = ["1", x]\nrun(*given)',
    safe: 'given = [x, "ls"]\nrun(*given)',
  },
  {
    form: 'a position before a list with stars',
    definitions: run,
    vulnerable: 'run("1", *[x])',
    safe: 'run(x, *["ls"])',
  },
  {
    form: 'a position after a list with stars',
    definitions: run,
    vulnerable: 'run(*["1"], x)',
    safe: 'run(*["1"], "ls", **{"a": x})',
  },
  {
    form: 'a keyword after a list with stars',
    definitions: run,
    vulnerable: 'run(*given, b=x)',
    safe: 'run(*["1"], b="ls" + str(len(x)))',
  },
  {
    form: 'a dictionary with two stars',
    definitions: run,
    vulnerable: 'run(**{"a": "1", "b": x})',
    safe: 'run(**{"a": x, "b": "ls"})',
  },
  {
    form: 'a dictionary variable with two stars',
    definitions: run,
    vulnerable: 'given = {"a": "1", "b": x}\nrun(**given)',
    safe: 'given = {"a": x, "b": "ls"}\nrun(**given)',
  },
  {
    form: 'a dictionary made by dict()',
    definitions: run,
    vulnerable: 'given = dict(a="1", b=x)\nrun(**given)',
    safe: 'run(**dict(a="1", b="ls"))',
  },
  {
    form: 'a dictionary after a keyword',
    definitions: run,
    vulnerable: 'run(a="1", **{"b": x})',
    safe: 'run(a=x, **{"b": "ls"})',
  },
  {
    form: 'keywords passed on',
    definitions: `${run}\ndef outer(**kwargs):\n    run(**kwargs)`,
    vulnerable: 'outer(a="1", b=x)',
    safe: 'outer(a=x, b="ls")',
  },
  {
    form: 'positions passed on',
    definitions: `${run}\ndef outer(*args):\n    run(*args)`,
    vulnerable: 'outer("1", x)',
    safe: 'outer(x, "ls")',
  },
  {
    form: 'keywords passed on twice',
    definitions: `${run}\ndef inner(**kwargs):\n    run(**kwargs)\ndef outer(**kwargs):\n    inner(**kwargs)`,
    vulnerable: 'outer(a="1", b=x)',
    safe: 'outer(a=x, b="ls")',
  },
  { form: 'a decorator, by position', definitions: decorator, vulnerable: 'run("1", x)', safe: 'run(x, "ls")' },
  { form: 'a decorator, by keyword', definitions: decorator, vulnerable: 'run(a="1", b=x)', safe: 'run(a=x, b="ls")' },
  {
    form: 'partial with a position',
    definitions: run,
    vulnerable: 'partial(run, "1")(x)',
    safe: 'partial(run, x)("ls")',
  },
  {
    form: 'partial with a keyword',
    definitions: run,
    vulnerable: 'partial(run, b=x)("1")',
    safe: 'partial(run, b="ls")(x)',
  },
  {
    form: 'partial, called with a keyword',
    definitions: run,
    vulnerable: 'functools.partial(run, a="1")(b=x)',
    safe: 'functools.partial(run, a=x)(b="ls")',
  },
  {
    form: 'partial whose keyword the call replaces',
    definitions: run,
    vulnerable: 'partial(run, "1", b="ls")(b=x)',
    safe: 'partial(run, x, b="ls")()',
  },
  {
    form: 'partial of partial',
    definitions: run,
    vulnerable: 'partial(partial(run, "1"), x)()',
    safe: 'partial(partial(run, x), "ls")()',
  },
  {
    form: 'partial with stars',
    definitions: run,
    vulnerable: 'partial(run, *["1"], **{"b": x})()',
    safe: 'partial(run, *[x], **{"b": "ls"})()',
  },
  {
    form: 'partialmethod',
    definitions:
      'class Host:\n    def run(self, a, b):\n        os.system(b)\n    fixed = partialmethod(run, "1")\n   ' +
      ' bound = partialmethod(run, b="ls")\nhost = Host()',
    vulnerable: 'host.fixed(x)',
    safe: 'host.bound(x)',
  },
  { form: 'a method', definitions: method, vulnerable: 'host.run("1", x)', safe: 'host.run(x, "ls")' },
  {
    form: 'a method, by keyword',
    definitions: method,
    vulnerable: 'host.run(a="1", b=x)',
    safe: 'host.run(a=x, b="ls")',
  },
  {
    form: 'a bound method',
    definitions: method,
    vulnerable: 'go = host.run\ngo("1", x)',
    safe: 'go = host.run\ngo(x, "ls")',
  },
  {
    form: 'a method of the class',
    definitions: method,
    vulnerable: 'Host.run(host, "1", x)',
    safe: 'Host.run(host, x, "ls")',
  },
  {
    form: 'a method of the class, by keyword',
    definitions: method,
    vulnerable: 'Host.run(host, a="1", b=x)',
    safe: 'Host.run(host, a=x, b="ls")',
  },
  { form: 'a class method', definitions: ways, vulnerable: 'Host.shared("1", x)', safe: 'Host.shared(x, "ls")' },
  {
    form: 'a class method of an instance',
    definitions: ways,
    vulnerable: 'host.shared(a="1", b=x)',
    safe: 'host.shared(a=x, b="ls")',
  },
  { form: 'a static method', definitions: ways, vulnerable: 'Host.plain("1", x)', safe: 'Host.plain(x, "ls")' },
  {
    form: 'a static method of an instance',
    definitions: ways,
    vulnerable: 'host.plain(a="1", b=x)',
    safe: 'host.plain(a=x, b="ls")',
  },
  {
    form: 'super()',
    definitions: derived.replace('FORWARDED', 'super().run(a=a, b=b)'),
    vulnerable: 'host.run("1", x)',
    safe: 'host.run(x, "ls")',
  },
  {
    form: 'a method of the base class',
    definitions: derived.replace('FORWARDED', 'Base.run(self, a, b=b)'),
    vulnerable: 'host.run("1", x)',
    safe: 'host.run(x, "ls")',
  },
  { form: 'an instance', definitions: made, vulnerable: 'Job("1", x).go()', safe: 'Job(x, "ls").go()' },
  {
    form: 'an instance, by keyword',
    definitions: made,
    vulnerable: 'Job(a="1", b=x).go()',
    safe: 'Job(a=x, b="ls").go()',
  },
  {
    form: 'an instance of a derived class',
    definitions:
      `${made}\nclass Sub(Job):\n    def __init__(self, c, **kwargs):\n        super().__init__("1", ` +
      `**kwargs)\n        self.c = c`,
    vulnerable: 'Sub("1", b=x).go()',
    safe: 'Sub(x, b="ls").go()',
  },
  {
    form: 'a class with __new__',
    definitions:
      'class Job:\n    def __new__(cls, a, b="ls"):\n        os.system(b)\n        return super().__new__(cls)',
    vulnerable: 'Job(a="1", b=x)',
    safe: 'Job(a=x, b="ls")',
  },
  {
    form: 'a data class',
    definitions: '@dataclass\nclass Job:\n    a: str\n    b: str = "ls"\n    def go(self):\n        os.system(self.b)',
    vulnerable: 'Job(a="1", b=x).go()',
    safe: 'Job(a=x, b="ls").go()',
  },
  {
    form: 'a data class, by position',
    definitions: '@dataclass\nclass Job:\n    a: str\n    b: str = "ls"\n    def go(self):\n        os.system(self.b)',
    vulnerable: 'Job("1", x).go()',
    safe: 'Job(x).go()',
  },
  {
    form: 'a derived data class',
    definitions:
      '@dataclass\nclass Base:\n    a: str\n@dataclass\nclass Job(Base):\n    b: str = "ls"\n    def ' +
      'go(self):\n        os.system(self.b)',
    vulnerable: 'Job("1", x).go()',
    safe: 'Job(x, "ls").go()',
  },
  {
    form: 'a typed named tuple',
    definitions: 'class Job(NamedTuple):\n    a: str\n    b: str = "ls"',
    vulnerable: 'os.system(Job(a="1", b=x).b)',
    safe: 'os.system(Job(a=x, b="ls").b)',
  },
  {
    form: 'a named tuple',
    definitions: 'Job = namedtuple("Job", "a b")',
    vulnerable: 'os.system(Job(a="1", b=x).b)',
    safe: 'os.system(Job(a=x, b="ls").b)',
  },
  {
    form: 'a named tuple of a list of names',
    definitions: 'Job = namedtuple("Job", ["a", "b"])',
    vulnerable: 'os.system(Job("1", x).b)',
    safe: 'os.system(Job(x, "ls").b)',
  },
  {
    form: 'a model of pydantic',
    definitions: 'from pydantic import BaseModel\nclass Job(BaseModel):\n    a: str\n    b: str = "ls"',
    vulnerable: 'os.system(Job(a="1", b=x).b)',
    safe: 'os.system(Job(a=x, b="ls").b)',
  },
]

describe('an argument of Python', () => {
  it.each(forms)('reaches its parameter by $form', ({ definitions, vulnerable }) => {
    expect(reachesShell(definitions, vulnerable)).toBe(true)
  })

  it.each(forms)('reaches no other parameter by $form', ({ definitions, safe }) => {
    expect(reachesShell(definitions, safe)).toBe(false)
  })
})
