import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { flowsIn, reachedIn, reachesShell, server, tool } from './found-flows.ts'

describe('what a caller sends reaches a shell', () => {
  it.each<[string, string, string?]>([
    ['as it is', 'exec(a)'],
    ['in a template', 'exec(`ls ${a}`)'],
    ['in a sum', "exec('ls ' + a + ' -l')"],
    ['by `+=`', "let line = 'ls '\nline += a\nexec(line)"],
    ['joined', "exec(['ls', a].join(' '))"],
    ['pushed and joined', "const parts = ['ls']\nparts.push(a)\nexec(parts.join(' '))"],
    ['spread and joined', "const some = [a]\nexec(['ls', ...some].join(' '))"],
    ['mapped and joined', "exec([a].map((x) => `-n ${x}`).join(' '))"],
    ['in a loop', "let line = 'ls'\nfor (const part of a.split(',')) line += part\nexec(line)"],
    ['split and taken apart', "const [first] = a.split(',')\nexec(first)"],
    ['trimmed and in lower case', 'exec(a.trim().toLowerCase())'],
    ['with a default', "exec(a || 'ls')"],
    ['with `??`', "exec(a ?? 'ls')"],
    ['either way', "exec(b ? a : 'ls')"],
    ['by an attribute', 'const o = { line: a }\nexec(o.line)'],
    ['by an attribute that is stored later', 'const o = {}\no.line = a\nexec(o.line)'],
    ['by a computed attribute', "const o = {}\no['line'] = a\nexec(o['line'])"],
    ['by an object in an object', 'const o = { inner: { line: a } }\nexec(o.inner.line)'],
    ['by a spread object', 'const o = { line: a }\nconst p = { ...o, other: 1 }\nexec(p.line)'],
    [
      'by a spread object that stands after what it replaces',
      "const o = { line: a }\nconst p = { line: 'ls', ...o }\nexec(p.line)",
    ],
    ['by `Object.assign`', 'const o = Object.assign({}, { line: a })\nexec(o.line)'],
    [
      'by an object that is given the fields of another one',
      'const o = {}\nObject.assign(o, JSON.parse(a))\nexec(o.line)',
    ],
    [
      'by an instance that is given the fields of another object',
      'const job = new Job(JSON.parse(a))\njob.run()',
      'class Job {\n  constructor(options) { Object.assign(this, { shell: true }, options) }\n  run() { ' +
        'exec(this.line) }\n}',
    ],
    ['by JSON', 'exec(JSON.parse(JSON.stringify({ line: a })).line)'],
    ['by a map', "const m = new Map()\nm.set('line', a)\nexec(m.get('line'))"],
    ['by a function', 'run(a)', 'function run(line) { exec(line) }'],
    [
      'by three functions',
      'one(a)',
      'function one(x) { two(x) }\nfunction two(y) { three(`ls ${y}`) }\nfunction three(z) { exec(z) }',
    ],
    ['by what a function returns', 'exec(made(a))', 'function made(x) { return `ls ${x}` }'],
    ['by what an async function returns', 'exec(await made(a))', 'async function made(x) { return `ls ${x}` }'],
    ['by an object that a function is handed', 'run({ line: a })', 'function run({ line }) { exec(line) }'],
    ['by an object that a function returns', 'exec(made(a).line)', 'function made(x) { return { line: x } }'],
    ['by a closure', 'const run = () => exec(a)\nrun()'],
    ['by a closure that is made elsewhere', 'made(a)()', 'function made(x) { return () => exec(x) }'],
    ['by a callback', 'call((f) => f(a))', 'function call(g) { g((x) => exec(x)) }'],
    ['by a callback of a list', '[a].forEach((x) => exec(x))'],
    ['by a promise', 'Promise.resolve(a).then((x) => exec(x))'],
    ['by promises together', 'const [x] = await Promise.all([a])\nexec(x)'],
    ['by a promise of its own', 'const x = await new Promise((resolve) => resolve(a))\nexec(x)'],
    ['by a generator', 'for (const x of each(a)) exec(x)', 'function* each(x) { yield x }'],
    ['by a rest', 'run(1, a)', 'function run(n, ...rest) { exec(rest[0]) }'],
    ['by a spread argument', 'run(...[a])', 'function run(x) { exec(x) }'],
    ['by `call`', 'run.call(null, a)', 'function run(x) { exec(x) }'],
    ['by a bound function', 'const r = run.bind(null)\nr(a)', 'function run(x) { exec(x) }'],
    ['by a handler table', 'table[b](a)', 'const table = { run(x) { exec(x) }, other(x) {} }'],
    ['by a promisified function', 'await run(a)', "import { promisify } from 'node:util'\nconst run = promisify(exec)"],
    ['by an alias', 'await run(a)', 'const run = exec'],
    ['by a method', 'new Runner().run(a)', 'class Runner { run(x) { exec(x) } }'],
    [
      'by a field',
      'const r = new Runner(a)\nr.run()',
      'class Runner { constructor(x) { this.x = x } run() { exec(this.x) } }',
    ],
    [
      'by a field that is set later',
      'const r = new Runner()\nr.set(a)\nr.run()',
      'class Runner { set(x) { this.x = x } run() { exec(this.x) } }',
    ],
    [
      'by a method of a base class',
      'new Runner().run(a)',
      'class Base { run(x) { exec(x) } }\nclass Runner extends Base {}',
    ],
    [
      'by a method that calls `super`',
      'new Runner().run(a)',
      'class Base { run(x) { exec(x) } }\nclass Runner extends Base { run(x) { super.run(`ls ${x}`) } }',
    ],
    ['by a static method', 'Runner.run(a)', 'class Runner { static run(x) { exec(x) } }'],
    [
      'by a getter',
      'const r = new Runner(a)\nexec(r.line)',
      'class Runner { constructor(x) { this.x = x } get line() { return this.x } }',
    ],
    [
      'by a variable of the module',
      'keep(a)\nrun()',
      'let kept\nfunction keep(x) { kept = x }\nfunction run() { exec(kept) }',
    ],
    ['after it is caught', 'try { go() } catch { exec(a) }'],
    ['by what is thrown and caught not, but beside it', 'try { throw new Error("x") } finally { exec(a) }'],
    ['by a tagged template', 'exec(String.raw`ls ${a}`)'],
    ['by a cast of TypeScript', 'exec(a)'],
    ['by zod again', 'const { line } = z.object({ line: z.string() }).parse({ line: a })\nexec(line)'],
    [
      'by `safeParse`',
      'const got = z.object({ line: z.string() }).safeParse({ line: a })\nif (got.success) exec(got.data.line)',
    ],
  ])('%s', (_how, body, rest = '') => {
    expect(reachesShell(body, rest)).toBe(true)
  })

  it.each<[string, string, string?]>([
    ['its length', 'exec(`ls ${a.length}`)'],
    ['a comparison', "exec(a === 'x' ? 'ls' : 'ps')"],
    ['what it selects of a table', "const table = { x: 'ls', y: 'ps' }\nexec(table[a])"],
    ['another attribute', "const o = { line: 'ls', other: a }\nexec(o.line)"],
    [
      'another attribute of an object that is handed over',
      "run({ line: 'ls', other: a })",
      'function run({ line }) { exec(line) }',
    ],
    ['another element', "const [line] = ['ls', a]\nexec(line)"],
    ['another parameter', "run('ls', a)", 'function run(line, other) { exec(line) }'],
    [
      'another field',
      "const r = new Runner('ls', a)\nr.run()",
      'class Runner { constructor(x, y) { this.x = x; this.y = y } run() { exec(this.x) } }',
    ],
    ['a variable before', "let line = 'ls'\nexec(line)\nline = a"],
    ['what was overwritten', "let line = a\nline = 'ls'\nexec(line)"],
    ['a function that nobody calls', 'return a', 'function run(x) { exec(x) }'],
    ['a function of its name elsewhere', 'run(a)', 'function run(x) {}\nconst other = { run(x) { exec(x) } }'],
    ['what never runs', 'return 1\nexec(a)'],
    ['a handler of another name', 'table.other(a)', 'const table = { run(x) { exec(x) }, other(x) {} }'],
    [
      'what is awaited of elsewhere',
      'const x = await fetch(`https://api.example/${encodeURIComponent(a)}`)\nexec(x.status === 200 ? "ls" : "ps")',
    ],
    ['a number', 'exec(`ls ${Number(a)}`)'],
  ])('but not by %s', (_how, body, rest = '') => {
    expect(reachesShell(body, rest)).toBe(false)
  })

  it('from the handler of another file, by a helper of a third one', () => {
    expect(
      reachedIn({
        'index.ts':
          `${server}import { handle } from './handle.js'\n` + "server.tool('t', 'Does', { a: z.string() }, handle)",
        'handle.ts':
          "import * as tools from './tools.js'\nexport const handle = async ({ a }: { a: string }) => tools.run(a)",
        'tools.ts':
          "import cp from 'node:child_process'\nexport function run(line: string) {\n  return cp.exec(`ls ${line}`)\n}",
      }),
    ).toEqual(['command in tools.ts:3'])
  })

  it('by arguments that the name of the tool distinguishes', () => {
    const text = `import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { exec } from 'node:child_process'
const server = new Server({ name: 's', version: '1' }, {})
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params
  switch (name) {
    case 'safe': return { content: [] }
    case 'run': exec(\`ls \${args.path}\`); return { content: [] }
  }
})`
    expect(reachedIn({ 'index.js': text })).toEqual(['command in index.js:9'])
  })
})

describe('an object of several parts', () => {
  it('keeps them apart, however deep one of them is', () => {
    const deep = 'const body = { one: { two: { three: { four: [{ five: a }] } } } }\n'
    expect(reachesShell(`${deep}const request = { line: 'ls', body }\nexec(request.line)`)).toBe(false)
    expect(reachesShell(`${deep}const request = { line: 'ls', body }\nexec(JSON.stringify(request.body))`)).toBe(true)
    expect(
      reachesShell(
        `${deep}run({ line: 'ls', body })`,
        'class Client { post({ line, body }) { exec(line); return body } }\nconst run = (options) => new ' +
          'Client().post(options)',
      ),
    ).toBe(false)
  })

  it('keeps them apart where hooks that nobody knows give the object back, one after the other', () => {
    const hooks = (taken: string) =>
      `let request = { line: 'ls', body: a }\nfor (const hook of hooks) request = await ` +
      `hook.before(request)\nexec(request.${taken})`
    expect(reachesShell(hooks('line'), 'const hooks = globalThis.hooks')).toBe(false)
    expect(reachesShell(hooks('body'), 'const hooks = globalThis.hooks')).toBe(true)
  })
})

describe('a key under which something is kept', () => {
  const kept = (visit: string, put = "m.set(a, 'ls')") =>
    reachesShell(`${put}\n${visit}`, 'const m = new Map()\nconst o = {}\nconst other = new Map()')

  it.each<[string, string?]>([
    ['for (const [k] of m) exec(k)'],
    ['for (const k of m.keys()) exec(k)'],
    ['for (const [k, v] of m.entries()) exec(`${k} ${v}`)'],
    ['m.forEach((v, k) => exec(k))'],
    ['for (const one of [...m].map(([k, v]) => `ls ${k}`)) exec(one)'],
    ['Array.from(m).forEach(([k]) => exec(k))'],
    ["exec([...m.keys()].join(' '))"],
    ['for (const k in o) exec(k)', 'o[a] = 1'],
    ['for (const k of Object.keys(o)) exec(k)', 'o[a] = 1'],
    ['for (const [k] of Object.entries(o)) exec(k)', 'o[a] = 1'],
  ])('comes out again by %s', (visit, put) => {
    expect(kept(visit, put)).toBe(true)
  })

  it.each<[string, string?]>([
    ['for (const [k, v] of m) exec(v)'],
    ['exec(m.get(b))'],
    ["exec(m.get('x'))"],
    ['for (const v of m.values()) exec(v)'],
    ['m.forEach((v) => exec(v))'],
    ['for (const [k] of other) exec(k)'],
    ['exec(`ls ${m.size}`)'],
    ["exec(o['x'])", 'o[a] = 1'],
    ['for (const v of Object.values(o)) exec(v)', 'o[a] = 1'],
    ['for (const k of m.keys()) exec(k)', "if (!/^[a-z]+$/.test(a)) throw new Error('no')\nm.set(a, 'ls')"],
  ])('does not come out by %s', (visit, put) => {
    expect(kept(visit, put)).toBe(false)
  })

  it('comes out of dictionaries of Python, and their values are others', () => {
    const served = (visit: string) =>
      reachedIn({
        'server.py':
          `import os\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("s")\nkept = {}\n@mcp.tool()\ndef ` +
          `keep(name: str):\n    kept[name] = "ls"\n${visit}`,
      })
    for (const visit of [
      'for k in kept: os.system(k)',
      'for k, v in kept.items(): os.system(k)',
      'for k in kept.keys(): os.system(k)',
    ])
      expect(served(visit), visit).toEqual(['command in server.py:8'])
    for (const visit of [
      'for k, v in kept.items(): os.system(v)',
      'for v in kept.values(): os.system(v)',
      'os.system(kept["x"])',
    ])
      expect(served(visit), visit).toEqual([])
  })
})

describe('the request in which a tool of Python is called', () => {
  const served = (imports: string, body: string) =>
    flowsIn({
      'server.py':
        `import subprocess\n${imports}\nfrom fastmcp import Context, FastMCP\nmcp = ` +
        `FastMCP("s")\n@mcp.tool()\ndef show(ctx: Context):\n    ${body}`,
    }).flows.map(({ kind, entry, source }) => [kind, entry, sourceText(source)])

  it('is what a client sends, its headers as well', () => {
    expect(
      served(
        'from fastmcp.server.dependencies import get_http_headers',
        'subprocess.run(f"ls {get_http_headers()[\'x-folder\']}", shell=True)',
      ),
    ).toEqual([['command', 'http-request', 'HTTP request headers']])
    expect(
      served(
        'from fastmcp.server import dependencies',
        'subprocess.run(f"ls {dependencies.get_http_request().query_params[\'folder\']}", shell=True)',
      ),
    ).toEqual([['command', 'http-request', 'HTTP request']])
    expect(served('', 'subprocess.run("ls " + ctx.request_context.request.headers["x-folder"], shell=True)')).toEqual([
      ['command', 'http-request', 'HTTP request'],
    ])
  })

  it('is neither what a function of that name elsewhere gives, nor what the server keeps beside it', () => {
    expect(
      served(
        'from settings import get_http_headers',
        'subprocess.run(f"ls {get_http_headers()[\'x-folder\']}", shell=True)',
      ),
    ).toEqual([])
    expect(served('', 'subprocess.run("ls " + ctx.request_context.lifespan_context.folder, shell=True)')).toEqual([])
  })
})

describe('an unknown method', () => {
  const encoded = (method: string) =>
    reachedIn({
      'server.py':
        `import os\nfrom fastmcp import FastMCP\nmcp = FastMCP("s")\nclass Client:\n    def ${method}(self, ` +
        `text):\n        os.system(self)\n@mcp.tool()\ndef show(name: str):\n    return name.${method}("x")`,
    })

  it('is no function of the program of that name where every text has it', () => {
    expect(encoded('send_there')).toEqual(['command in server.py:6'])
    for (const method of ['encode', 'strip', 'startswith']) expect(encoded(method), method).toEqual([])
  })
})

describe('a store that is carried along calls', () => {
  it('gives what was put into it, and another one does not', () => {
    const stores =
      "import { AsyncLocalStorage } from 'node:async_hooks'\nconst one = new AsyncLocalStorage()\nconst " +
      'other = new AsyncLocalStorage()\n'
    const taken = (from: string) => `${stores}const runIt = () => exec(${from}.getStore().line)\n`
    expect(reachesShell('one.run({ line: a, user: b }, () => runIt())', taken('one'))).toBe(true)
    expect(reachesShell('one.enterWith({ line: a })\nrunIt()', taken('one'))).toBe(true)
    expect(reachesShell("one.run({ line: 'ls', user: b }, () => runIt())", taken('one'))).toBe(false)
    expect(reachesShell('other.run({ line: a }, () => runIt())', taken('one'))).toBe(false)
  })
})

describe('places in a text', () => {
  it('are numbers, which hand on nothing of it', () => {
    expect(reachesShell('const found = /x/.exec(a)\nexec(`tail -c ${found.index}`)')).toBe(false)
    expect(reachesShell('const found = /x(.*)/.exec(a)\nexec(`tail ${found[1]}`)')).toBe(true)
    expect(reachesShell("exec('abc'.slice(0, a))")).toBe(false)
    expect(reachesShell('exec(a.slice(0, 3))')).toBe(true)
  })
})

describe('a number of parts', () => {
  it('hands on nothing of what is counted, and is none where a schema asks for a text of that name', () => {
    const reached = (schema: string, taken: string) =>
      reachedIn(
        `${server}server.tool('t', 'Does', { ${schema} }, async (args) => {\nconst { size, length } = ` +
          `args\nexec(\`convert -resize \${${taken}}\`)\n})`,
      ).length
    for (const key of ['size', 'length']) {
      expect(reached('size: z.string(), length: z.string()', key), key).toBe(1)
      expect(reached('size: z.number(), length: z.number()', key), key).toBe(0)
      expect(reached('size: z.string(), length: z.string(), name: z.string()', `args.name.${key}`), key).toBe(0)
    }
    expect(
      reachedIn(tool('const given = z.object({ size: z.string() }).parse(JSON.parse(a))\nexec(given.size)')),
    ).toHaveLength(1)
    expect(reachedIn(tool('exec(JSON.parse(a).length)'))).toHaveLength(0)
  })
})

describe('an object that is given the fields of another one', () => {
  it('has them under their names, and nothing else of it', () => {
    expect(reachesShell('const o = {}\nObject.assign(o, { line: a })\nexec(o.other)')).toBe(false)
    const narrowed = (key: string) =>
      `const checked = z.object({ line: z.string(), mode: z.enum(['a', 'b']) }).parse(JSON.parse(a))\nconst ` +
      `o = {}\nObject.assign(o, checked)\nexec(o.${key})`
    expect(reachesShell(narrowed('line'))).toBe(true)
    expect(reachesShell(narrowed('mode'))).toBe(false)
  })
})

describe('a spread object', () => {
  it('no more has what the literal replaces after it', () => {
    expect(reachesShell("const o = { line: a }\nconst p = { ...o, line: 'ls' }\nexec(p.line)")).toBe(false)
    expect(reachesShell("const o = { line: a, other: b }\nconst p = { ...o, line: 'ls' }\nexec(p.other)")).toBe(true)
  })
})

describe('a helper', () => {
  const helper = 'function same(x) { return x }\nfunction wrapped(x) { return { line: `ls ${x}` } }'
  it('that is called with a constant and with what a caller sends does not mix them', () => {
    expect(reachesShell("const x = same(a)\nconst y = same('ls')\nexec(y)\nreturn x", helper)).toBe(false)
    expect(reachesShell("const y = same('ls')\nconst x = same(a)\nexec(x)\nreturn y", helper)).toBe(true)
    expect(reachesShell("const x = wrapped(a)\nconst y = wrapped('ls')\nexec(y.line)\nreturn x", helper)).toBe(false)
    expect(reachesShell('const x = wrapped(a)\nexec(x.line)', helper)).toBe(true)
  })

  it('of a helper does not mix them either', () => {
    expect(
      reachesShell(
        "const x = outer(a)\nexec(outer('ls'))\nreturn x",
        `${helper}\nfunction outer(x) { return same(x) }`,
      ),
    ).toBe(false)
  })

  it('that is handed to a method of a list has nothing of what others hand to it', () => {
    expect(
      reachesShell(
        'normal(a)\nexec(fixed[0])',
        "const normal = (x) => x.trim()\nconst fixed = ['ls', 'pwd'].map(normal)",
      ),
    ).toBe(false)
    expect(reachesShell('exec([a].map(normal)[0])', 'const normal = (x) => x.trim()')).toBe(true)
    expect(reachesShell('const own = [1, 2].map(() => a)\nexec(own[0])')).toBe(true)
  })

  it('that calls itself ends, and gives back what it was handed', () => {
    expect(
      reachesShell('exec(again(a, 3))', 'function again(x, n) { return n === 0 ? x : again(`${x}.`, n - 1) }'),
    ).toBe(true)
    expect(reachesShell('one(a)', 'function one(x) { two(x) }\nfunction two(x) { one(x); exec(x) }')).toBe(true)
    expect(
      reachesShell(
        "one(a)\nexec(again('ls', 3))",
        'function one(x) { one(x) }\nfunction again(x, n) { return n === 0 ? x : again(x, n - 1) }',
      ),
    ).toBe(false)
  })
})

describe('kinds of harm', () => {
  it('are distinguished by the sink', () => {
    expect(reachedIn({ 'index.js': tool('exec(a)\nawait readFile(b)') })).toEqual([
      'command in index.js:8',
      'path in index.js:9',
    ])
  })

  it('are what the schema of an argument leaves', () => {
    const text =
      `${server}server.tool('t', 'Does', { n: z.number(), e: z.enum(['a', 'b']), s: z.string() }, async ({ n, ` +
      `e, s }) => {\nexec(\`ls \${n}\`)\nexec(\`ls \${e}\`)\nexec(\`ls \${s}\`)\n})`
    expect(reachedIn({ 'index.js': text })).toEqual(['command in index.js:9'])
  })

  it('are what a schema leaves that was asked about the arguments, and not where nobody heeds it', () => {
    const handled = (body: string, rest = '') =>
      flowsIn(
        `${server}import Ajv from 'ajv'\nconst Args = z.object({ line: z.string(), count: z.enum(['1', ` +
          `'2']), deep: z.object({ n: z.number() }) })\nconst validate = new Ajv().compile({ type: 'object', ` +
          "properties: { line: { type: 'string' }, count: { enum: ['1', '2'] }, deep: { type: 'object', " +
          `properties: { n: { type: 'number' } } } } })\n${rest}server.tool('t', 'Does', { args: z.any() }, ` +
          `async ({ args }) => {\n${body}\nexec(args.line)\nexec(args.count)\nexec(args.deep.n)\n})`,
      ).flows.length
    expect(handled('')).toBe(3)
    expect(handled('Args.parse(args)')).toBe(1)
    expect(handled('await Args.parseAsync(args)')).toBe(1)
    expect(handled('Args.parseAsync(args)')).toBe(3)
    expect(handled("if (!validate(args)) throw new Error('no')")).toBe(1)
    expect(handled("if (validate(args)) throw new Error('no')")).toBe(3)
    expect(handled('validate(args)')).toBe(3)
    expect(handled("if (!Args.safeParse(args).success) throw new Error('no')")).toBe(1)
    expect(handled("const parsed = Args.safeParse(args)\nif (!parsed.success) throw new Error('no')")).toBe(1)
    expect(handled('Args.safeParse(args)')).toBe(3)
    expect(handled('check(args)', 'function check(given) { Args.parse(given) }\n')).toBe(1)
  })

  it('are all of what a schema lets through in exchange for something else', () => {
    const checked = (schema: string) =>
      flowsIn(
        `${server}const Args = z.object({ host: ${schema} })\nserver.tool('t', 'Does', { host: z.string() ` +
          `}, async (args) => {\nArgs.parse(args)\nexec(args.host)\n})`,
      ).flows.length
    for (const schema of [
      "z.enum(['a', 'b'])",
      "z.enum(['a', 'b']).optional()",
      'z.coerce.number()',
      'z.number().transform((n) => n + 1)',
    ])
      expect(checked(schema), schema).toBe(0)
    for (const schema of [
      "z.enum(['a', 'b']).catch('a')",
      "z.enum(['a', 'b']).catch('a').optional()",
      "z.string().regex(/^[a-z]+$/).catch('a').or(z.number())",
      'z.coerce.boolean()',
      'z.coerce.date()',
      "z.preprocess(() => 'a', z.enum(['a', 'b']))",
      "z.string().transform(() => 'a').pipe(z.enum(['a', 'b']))",
    ])
      expect(checked(schema), schema).toBe(1)
  })

  it('are none of what comes out in exchange, unless that is what was refused', () => {
    const parsed = (schema: string, method = 'parse') =>
      flowsIn(
        `${server}const Args = z.object({ host: ${schema} })\nserver.tool('t', 'Does', { host: z.string() ` +
          `}, async (args) => {\nexec(Args.${method}(args).host)\n})`,
      ).flows.length
    for (const schema of [
      "z.enum(['a', 'b']).catch('a')",
      "z.enum(['a', 'b']).catch(() => 'a')",
      'z.coerce.boolean()',
      "z.preprocess(() => 'a', z.enum(['a', 'b']))",
    ])
      expect(parsed(schema), schema).toBe(0)
    expect(parsed("z.enum(['a', 'b']).catch((context) => context.input)")).toBe(1)
    // `cast` of yup does not validate.
    expect(parsed('z.string().regex(/^[a-z]+$/)', 'cast')).toBe(1)
  })

  it('are what functions of a schema leave', () => {
    const refined = (schema: string) =>
      reachedIn({
        'index.js':
          `${server}const isName = (text) => /^[a-z]+$/.test(text)\nserver.tool('t', 'Does', { a: ${schema} ` +
          `}, async ({ a }) => {\nexec(\`ls \${a}\`)\n})`,
      }).length
    expect(refined('z.string()')).toBe(1)
    expect(refined('z.string().refine(isName)')).toBe(0)
    expect(refined("z.string().refine((text) => text.length < 9 && isName(text), 'no').optional()")).toBe(0)
    expect(refined('z.string().refine((text) => text.length < 9)')).toBe(1)
    expect(refined('z.string().refine((text) => !isName(text))')).toBe(1)
    expect(refined('z.string().refine((text) => text.length < 9 || isName(text))')).toBe(1)
  })

  it('are absent if a guard holds, and are reported with the guard if it does not', () => {
    expect(reachesShell("if (!/^[a-z]+$/.test(a)) throw new Error('no')\nexec(`ls ${a}`)")).toBe(false)
    const { flows } = flowsIn(tool("if (!/[a-z]+/.test(a)) throw new Error('no')\nexec(`ls ${a}`)"))
    expect(flows).toHaveLength(1)
    expect(flows[0]?.flaws).toMatchObject([{ path: 'index.js', line: 8 }])
  })

  it('are absent if a guard in another file holds', () => {
    const files = (pattern: string) => ({
      'index.ts':
        `${server}import { check } from './check.js'\nserver.tool('t', 'Does', { a: z.string() }, async ({ a ` +
        `}) => {\ncheck(a)\nexec(\`ls \${a}\`)\n})`,
      'check.ts': `export function check(x: string) { if (!${pattern}.test(x)) throw new Error('no') }`,
    })
    expect(reachedIn(files('/^[a-z]+$/'))).toEqual([])
    expect(reachedIn(files('/[a-z]+/'))).toEqual(['command in index.ts:9'])
  })
})

describe('what a lookup returns', () => {
  it('is in the table, and not the key', () => {
    const table = "const table = new Map([['one', 'ls']])\n"
    expect(reachesShell('exec(table.get(a))', table)).toBe(false)
    expect(reachesShell("table.set('two', a)\nexec(table.get('two'))", table)).toBe(true)
    expect(reachesShell('exec(unknown.get(a))')).toBe(true)
  })
})
