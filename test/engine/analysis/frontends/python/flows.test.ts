import { describe, expect, it } from 'vitest'
import { flowsIn } from '../../taint/propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'

const begin = `import asyncio, contextvars, httpx, ipaddress, os, re, sqlite3
from collections import OrderedDict
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import urlopen
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")
BASE = Path("/srv")
`

/** A server with one tool that has the arguments `a` and `b`. `rest` is code before the tool. */
const toolOf = (body: string, rest = '') =>
  `${begin}${rest}\n@mcp.tool()\ndef t(a: str, b: str = None):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`

/** Returns the kinds of sinks that the arguments of the tool reach. */
const harmOf = (body: string, rest = '') =>
  [...new Set(flowsIn({ 'server.py': toolOf(body, rest) }).flows.map(({ kind }) => kind))].sort()

const identifiers =
  'NAME = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")\ndef check(name):\n    if not NAME.match(name):\n        ' +
  'raise ValueError(name)\ndef run(q): sqlite3.connect("x").execute(q)'
const select = 'run(f"SELECT * FROM {b}")'

describe('a check on one of two ways', () => {
  it.each([
    ['is for whoever has the value', `if b:\n    check(b)\n${select}`],
    [
      'may be before other checks of the same attempt',
      `try:\n    check(a)\n    if b:\n        check(b)\nexcept ValueError:\n    return []\n${select}`,
    ],
    [
      'may be an attempt of its own',
      `if b:\n    try:\n        check(b)\n    except ValueError:\n        return []\n${select}`,
    ],
    ['may leave in the branch', `if b:\n    if not NAME.match(b):\n        return []\n${select}`],
    ['may be part of the condition', `if b and not NAME.match(b):\n    raise ValueError(b)\n${select}`],
    ['may let one constant pass', `if b and b != "internal":\n    check(b)\nif b and b != "internal":\n    ${select}`],
  ])('%s', (_name, body) => {
    expect(harmOf(body, identifiers)).toEqual([])
  })

  it.each([
    ['of another value', `if a:\n    check(b)\n${select}`],
    [
      'that an exception passes over',
      `if b:\n    try:\n        check(b)\n    except ValueError:\n        pass\n${select}`,
    ],
    ['in what runs after the exception', `try:\n    check(b)\nexcept ValueError:\n    ${select}\n    return []`],
    ['in a loop that may not run', `for one in a.split():\n    check(b)\n${select}`],
  ])('%s shows nothing', (_name, body) => {
    expect(harmOf(body, identifiers)).toEqual(['query'])
  })
})

describe('guards of Python', () => {
  it.each([
    [
      'relative_to raises outside of the folder',
      'p = (BASE / a).resolve()\ntry:\n    p.relative_to(BASE)\nexcept ValueError:\n    raise ' +
        'PermissionError(a)\nreturn p.with_suffix(".md").read_text()',
    ],
    [
      'a name of letters of other writings is one',
      'if not re.match(r"^[a-zA-Z_\\u4e00-\\u9fff]+$", a):\n    raise ' +
        'ValueError(a)\nsqlite3.connect("x").execute(f"SELECT * FROM {a}")',
    ],
    [
      '\\w and \\d are letters and digits of any writing',
      'if not re.fullmatch(r"\\w+\\d", a):\n    raise ValueError(a)\nsqlite3.connect("x").execute(f"SELECT ' +
        '* FROM {a}")',
    ],
    [
      'a pattern may be an attribute of a class',
      'sqlite3.connect("x").execute(f"SELECT * FROM {Names.quoted(a)}")',
      'class Names:\n    P = re.compile(r"^[a-z_]+$")\n    @classmethod\n    def quoted(cls, name):\n       ' +
        ' if not cls.P.match(name):\n            raise ValueError(name)\n        return f"`{name}`"',
    ],
    ['what is no number raises', 'int(a)\nsqlite3.connect("x").execute(f"SELECT {a}")'],
    ['an address of digits is no option', 'os.execvp("ping", ["ping", str(ipaddress.IPv4Address(a))])'],
    [
      'quote without safe characters encodes slashes',
      'httpx.get(urljoin("https://x.example/", "/users/{id}".replace("{id}", quote(a, safe=""))))',
    ],
    ['what is looked for is no part of the text', 'httpx.get("https://x.example/users".replace("{" + a + "}", "1"))'],
    [
      'one that connects for the client refuses private addresses',
      'async def go():\n    async with ' +
        'aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=Public())) as session:\n        await ' +
        'session.get(a)\nasyncio.run(go())',
      'import aiohttp, socket\nclass Public:\n    async def resolve(self, host, port=0, family=0):\n        ' +
        'found = socket.getaddrinfo(host, port)\n        for one in found:\n            if not ' +
        'ipaddress.ip_address(one[4][0]).is_global:\n                raise OSError(host)\n        return found',
    ],
    ['a prefix of a package keeps imports in it', 'import importlib\nreturn importlib.import_module(f"plugins.{a}")'],
  ])('%s', (_name, body, rest = '') => {
    expect(harmOf(body, rest)).toEqual([])
  })

  it.each([
    [
      'relative_to of a path that links and dots are left in',
      'path',
      'p = BASE / a\np.relative_to(BASE)\nreturn p.read_text()',
    ],
    [
      'relative_to whose exception is passed over',
      'path',
      'p = (BASE / a).resolve()\ntry:\n    p.relative_to(BASE)\nexcept ValueError:\n    pass\nreturn p.read_text()',
    ],
    [
      'a text without dots, joined to a folder that an absolute path replaces',
      'path',
      'if ".." in a:\n    raise ValueError(a)\nreturn open(os.path.join("/srv", a)).read()',
    ],
    ['quote, which leaves slashes', 'url', 'httpx.get(urljoin("https://x.example/", quote(a)))'],
    [
      'a list of hosts with nothing in it',
      'open',
      'if urlsplit(a).hostname not in (None, "docs.example"):\n    raise ValueError(a)\nreturn urlopen(a).read()',
    ],
    [
      'a connector that refuses nothing',
      'url',
      'async def go():\n    async with ' +
        'aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=Any())) as session:\n        await ' +
        'session.get(a)\nasyncio.run(go())',
      'import aiohttp, socket\nclass Any:\n    async def resolve(self, host, port=0, family=0):\n        ' +
        'return socket.getaddrinfo(host, port)',
    ],
    ['a package whose beginning is open', 'code', 'import importlib\nreturn importlib.import_module(f"plugins{a}")'],
  ])('%s is none', (_name, kind, body, rest = '') => {
    expect(harmOf(body, rest)).toContain(kind)
  })
})

describe('what a caller sends', () => {
  it.each([
    [
      'is kept in a context variable',
      'current.set(a)\nreturn load()',
      'current = contextvars.ContextVar("c", default=None)\ndef load():\n    return open(current.get(None)).read()',
    ],
    [
      'is kept in maps that are made by their names',
      'cache["k"] = a\nreturn load()',
      'cache = OrderedDict()\ndef load():\n    return open(cache["k"]).read()',
    ],
    [
      'is handed over by name to a map',
      'd = dict(path=a)\nreturn load(**d)',
      'def load(path): return open(path).read()',
    ],
  ])('%s', (_name, body, rest) => {
    expect(harmOf(body, rest)).toEqual(['path'])
  })

  it.each([
    [
      'is no part of a connection that is made with it',
      'rows = sqlite3.connect(a).cursor().execute("SELECT 1").fetchall()\nreturn open(rows[0]).read()',
      '',
    ],
    ['has no private attributes', 'return open(a._path).read()', ''],
    ['is one field of a copy', 'return open(item.model_copy(update={"name": a}).path).read()', 'item = make()'],
    [
      'is not called by methods of a map that has functions',
      'return open(str(len(list(table.values())))).read()',
      'table = {}\ndef other(): return a\ntable["x"] = other',
    ],
  ])('%s', (_name, body, rest) => {
    expect(flowsIn({ 'server.py': toolOf(body, rest) }).flows.filter(({ model }) => model === 'open')).toEqual([])
  })
})

describe('a tool that is there to run statements', () => {
  const free =
    'def execute(query: str):\n    """Runs a SQL query"""\n    return ' +
    'sqlite3.connect("x").execute(query).fetchall()\nmcp.tool()(execute)'

  it('does not hide others that hand theirs to the same function', () => {
    const { flows } = flowsIn({
      'server.py': toolOf('execute(f"SELECT * FROM {a}")\nexecute("SELECT 1 FROM " + b)\nexecute("SELECT 1")', free),
    })
    expect(flows.map(({ isPurpose, tools, builtAt }) => [isPurpose, tools[0], builtAt === undefined])).toEqual([
      [true, 'execute', true],
      [false, 't', false],
      [false, 't', false],
    ])
  })

  it('may give a statement a limit that has none, which is no check, and a comment', () => {
    const purposes = (body: string) =>
      flowsIn({
        'server.py':
          `${begin}@mcp.tool()\ndef execute(query: str):\n    """Runs a SQL query"""\n${body}\n    return ` +
          `sqlite3.connect("x").execute(query).fetchall()\n`,
      }).flows.map(({ isPurpose }) => isPurpose)
    expect(
      purposes(
        '    if query.upper().startswith("SELECT") and "LIMIT" not in query:\n        query = f"{query} LIMIT 10"',
      ),
    ).not.toContain(false)
    expect(purposes('    hint = "/*+ " + " ".join(HINTS) + " */"\n    query = f"{hint} {query}"')).toEqual([true])
    expect(purposes('    if not query.upper().startswith("SELECT"):\n        raise ValueError(query)')).toEqual([false])
  })

  it('is no calculator', () => {
    const calculator = (says: string) =>
      flowsIn({
        'server.py':
          `${begin}@mcp.tool()\ndef calculate(expression: str):\n    """${says}"""\n    return ` + `eval(expression)\n`,
      }).flows.map(({ isPurpose }) => isPurpose)
    expect(calculator('Value of an arithmetic expression.')).toEqual([false])
    expect(calculator('Evaluates a Python expression.')).toEqual([true])
  })
})

describe('a class that is a tool', () => {
  const toolClass = (base: string, method: string) =>
    `from fastmcp.tools import Tool\nfrom langchain.tools import BaseTool\nclass Own: pass\nclass ` +
    `Fetch(${base}):\n    name = "fetch"\n    async def ${method}:\n        return open(path).read()\n`
  const toolsIn = (text: string) => flowsIn({ 'server.py': begin + text }).flows.map(({ source }) => sourceText(source))

  it('has its arguments as parameters, or one with all of them', () => {
    expect(toolsIn(toolClass('BaseTool', '_run(self, path, run_manager=None)'))).toEqual([
      'argument "path" of tool "fetch"',
    ])
    expect(toolsIn(toolClass('Tool', 'run(self, arguments)').replace('open(path)', 'open(arguments["path"])'))).toEqual(
      ['argument "arguments" of tool "fetch"'],
    )
  })

  it('takes after one of a framework, or of the program that is called so', () => {
    expect(toolsIn(toolClass('Own', '_run(self, path)'))).toEqual([])
    expect(
      toolsIn(toolClass('Tool', 'run(self, path)').replace('from fastmcp.tools import Tool', 'class Tool: pass')),
    ).toEqual([])
    expect(
      toolsIn(
        toolClass('Tool', 'run(self, arguments)')
          .replace('open(path)', 'open(arguments["path"])')
          .replace('from fastmcp.tools import Tool', 'class Tool: pass'),
      ),
    ).toEqual(['argument "arguments" of tool "fetch"'])
  })
})
