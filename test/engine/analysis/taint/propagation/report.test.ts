import { describe, expect, it } from 'vitest'
import { emptyServerSurface } from '../../../../../src/engine/analysis/server-surface/server-surface.ts'
import { FlowReport } from '../../../../../src/engine/analysis/flow.ts'
import { taintLimits } from '../../../../../src/engine/analysis/taint-limits.ts'
import { flowsIn, server, tool } from './found-flows.ts'

describe('a flow', () => {
  it('tells its way from the source to the sink, with the places of both', () => {
    const { flows } = flowsIn({
      'index.ts':
        `${server}import { run } from './run.js'\nserver.tool('lister', 'Lists', { folder: z.string() }, ` +
        `async ({ folder }) => {\n  const line = \`ls \${folder}\`\n  return run(line)\n})`,
      'run.ts': "import { exec } from 'node:child_process'\nexport function run(command: string) {\n  exec(command)\n}",
    })
    expect(flows).toHaveLength(1)
    const [flow] = flows
    expect(flow).toMatchObject({
      kind: 'command',
      entry: 'tool-argument',
      tools: ['lister'],
      isWhole: false,
      isPurpose: false,
      flaws: [],
    })
    expect(flow?.source).toEqual({ part: 'argument', name: 'folder', of: 'tool', owner: 'lister' })
    expect(flow?.model).toBe('child_process.exec')
    expect(flow?.steps.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'index.ts:7',
      'index.ts:7',
      'index.ts:8',
      'index.ts:9',
      'run.ts:3',
    ])
    expect(flow?.effect).toBe('runs a shell command')
    expect(flow?.steps.map(({ path: _path, line: _line, column: _column, ...step }) => step)).toEqual([
      { kind: 'source' },
      { kind: 'property', name: 'folder' },
      { kind: 'concatenation' },
      { kind: 'passed', name: 'run', parameter: 'command' },
      { kind: 'sink' },
    ])
  })

  it('tells no step twice, and leaves out the middle of a long way', () => {
    const helpers = Array.from(
      { length: 60 },
      (_none, index) => `function f${index}(x) {\n  return f${index + 1}(x + '.')\n}`,
    ).join('\n')
    const { flows } = flowsIn(tool('f0(a)', `${helpers}\nfunction f60(x) { exec(x) }`))
    expect(flows).toHaveLength(1)
    const steps = flows[0]?.steps ?? []
    expect(steps).toHaveLength(30)
    expect([steps[0]?.kind, steps.at(-1)?.kind]).toEqual(['source', 'sink'])
    expect(new Set(steps.map(({ column: _column, ...step }) => JSON.stringify(step))).size).toBe(steps.length)
  })

  it('is of the whole value as long as nothing is put around it', () => {
    const whole = (body: string, rest = '') => flowsIn(tool(body, rest)).flows.map(({ isWhole }) => isWhole)
    expect(whole("exec('ls {x}'.replace('{x}', a))")).toEqual([false])
    expect(whole("exec(a.replace('x', 'y'))")).toEqual([true])
    expect(whole('exec(a)')).toEqual([true])
    expect(whole('run(a)', 'function run(x) { exec(x) }')).toEqual([true])
    expect(whole('const o = { line: a }\nexec(o.line)')).toEqual([true])
    expect(whole('exec(`ls ${a}`)')).toEqual([false])
    expect(whole("exec('ls ' + a)")).toEqual([false])
    expect(whole("exec(['ls', a].join(' '))")).toEqual([false])
  })

  it('is the purpose of a tool that says so, and takes the whole value', () => {
    const purposes = (name: string, parameter: string, body: string) =>
      flowsIn(
        `${server}server.tool('${name}', 'Does something', { ${parameter}: z.string() }, async ({ ` +
          `${parameter} }) => {\n${body}\n})`,
      ).flows.map(({ isPurpose }) => isPurpose)
    expect(purposes('run_command', 'command', 'exec(command)')).toEqual([true])
    expect(purposes('runCommand', 'shellCommand', 'exec(shellCommand)')).toEqual([true])
    expect(purposes('run_command', 'command', 'exec(`git ${command}`)')).toEqual([false])
    expect(purposes('run_command', 'folder', 'exec(folder)')).toEqual([false])
    expect(purposes('list_files', 'command', 'exec(command)')).toEqual([false])
  })

  it('names the guard that was found wanting, once, and of its kind only', () => {
    const { flows } = flowsIn(
      tool("if (!/[a-z]+/.test(a)) throw new Error('no')\nif (!/[a-z]+/.test(a)) throw new Error('no')\nexec(a)"),
    )
    expect(flows[0]?.flaws.map(({ path, line }) => `${path}:${line}`).sort()).toEqual(['index.js:8', 'index.js:9'])
    expect(new Set(flows[0]?.flaws.map(({ mistake }) => mistake)).size).toBe(1)
    expect(flowsIn(tool('exec(a)')).flows[0]?.flaws).toEqual([])
  })

  it('begins with a caller where one can get there, however near the command line is', () => {
    const { flows } = flowsIn(
      `${server}let line = process.argv[2]\nserver.tool('t', 'Does', { a: z.string() }, async ({ a }) => ` +
        `{\nconst kept = { inner: { text: a } }\nline = [kept.inner.text].map((one) => ` +
        `one.trim())[0]\n})\nsetInterval(() => exec(line))\nexec(process.argv[3])`,
    )
    expect(flows.map(({ kind, entry }) => `${kind} ${entry}`)).toEqual([
      'command tool-argument',
      'command cli-argument',
    ])
  })

  it('is one for each sink, however many ways lead there, and all stand in the order of places', () => {
    const { flows } = flowsIn(
      tool('if (b) run(a)\nelse run(b)\nawait readFile(b)\nexec(b)', 'function run(x) { exec(x) }'),
    )
    expect(flows.map(({ kind, steps }) => [kind, steps.at(-1)?.line])).toEqual([
      ['command', 6],
      ['path', 10],
      ['command', 11],
    ])
  })

  it('is one for each place, too, where what is read as a language is put together', () => {
    const { flows } = flowsIn(
      tool("if (b) run(a)\nelse run(`${a}.`)\nrun('ls ' + b)\nrun('ls ' + 1)", 'function run(x) { exec(x) }'),
    )
    expect(flows.map(({ steps, builtAt }) => [steps.at(-1)?.line, builtAt?.line])).toEqual([
      [6, undefined],
      [6, 9],
      [6, 10],
    ])
  })

  it('of a file that is named several ways is still one', () => {
    expect(
      flowsIn(tool('if (b) run(a)\nelse run(`/srv/${a}`)', 'async function run(x) { await readFile(x) }')).flows,
    ).toHaveLength(1)
  })
})

describe('the answer of a host', () => {
  const hostsIn = (address: string, rest = '') =>
    flowsIn(
      `${server}${rest}\nasync function load(given) {\nconst answer = await (await ` +
        `fetch(${address})).json()\nexec('open ' + answer.link)\n}\nserver.tool('t', 'Does', { a: z.string() ` +
        '}, async ({ a }) => load(a))',
    )
      .flows.filter(({ kind }) => kind === 'command')
      .map(({ entry, ownHost }) => [entry, ownHost])

  it.each<[string, string]>([
    ['a constant address', "'https://login.example/device'"],
    [
      'a path and a query that a caller decides',
      '`https://login.example/device/${encodeURIComponent(given)}?q=${given}`',
    ],
    ['constants that are put together', '`https://${host}/device`'],
  ])('is one of the own host: %s', (_what, address) => {
    expect(hostsIn(address, "const host = 'login.example'")).toEqual([['remote-response', 'login.example']])
  })

  it.each<[string, string]>([
    ['a host that a caller decides', '`https://${given}/device`'],
    ['an address that a caller may choose instead', "given ? given : 'https://login.example/device'"],
    ['a name that goes on with what a caller says', '`https://login.example${given}`'],
    ['one that is asked without TLS, where any network on the way answers', "'http://login.example/device'"],
    ['an address of which nothing is known', 'process.env.LOGIN'],
  ])('is no such one: %s', (_what, address) => {
    expect(hostsIn(address)).toEqual([['remote-response', undefined]])
  })
})

describe('a statement with doubled quotes in it', () => {
  const reached = (imports: string, run: string, quote = "'") =>
    flowsIn(
      `${server}${imports}\nimport mysql from 'mysql2'\nconst pool = mysql.createPool({})\nconst quoted = ` +
        `(text) => '${quote === "'" ? "\\'" : quote}' + text.replace(/${quote}/g, \`${quote}${quote}\`) + ` +
        `'${quote === "'" ? "\\'" : quote}'\nserver.tool('t', 'Does', { a: z.string() }, async ({ a }) => ` +
        `{\n${run}\n})`,
    ).flows.map(({ kind, flaws }) => [kind, ...flaws.map(({ mistake }) => mistake)])

  it('is held against the database that it is for, not against another one that the program has as well', () => {
    expect(
      reached(
        "import Database from 'better-sqlite3'\nconst db = new Database('x')",
        'db.prepare("SELECT a FROM t WHERE b = " + quoted(a))',
      ),
    ).toEqual([])
    expect(
      reached("import pg from 'pg'\nconst db = new pg.Pool()", 'db.query("SELECT a FROM t WHERE b = " + quoted(a))'),
    ).toEqual([])
    expect(
      reached("import pg from 'pg'\nconst db = new pg.Pool()", 'db.query("SELECT a FROM " + quoted(a))', '"'),
    ).toEqual([])
    expect(reached('', 'pool.query("SELECT a FROM t WHERE b = " + quoted(a))')).toEqual([['query', 'quotes-doubled']])
  })

  it('is not believed where the database is not known', () => {
    expect(reached('', 'const query = open()\nquery.execute("SELECT a FROM t WHERE b = " + quoted(a))')).toEqual([
      ['query', 'quotes-doubled'],
    ])
  })

  it('is no guard where the value stands outside of the quotes, whatever the database', () => {
    expect(
      reached("import pg from 'pg'\nconst db = new pg.Pool()", 'db.query("SELECT a FROM t WHERE b = " + a)'),
    ).toEqual([['query']])
  })
})

describe('the report on a project', () => {
  it('has its tools with what they can do', () => {
    const { tools, flows } = flowsIn(
      `${server}server.tool('reader', 'Reads', { a: z.string() }, async ({ a }) => ` +
        `readFile('/srv/fixed'))\nserver.tool('runner', 'Runs', { a: z.string() }, async () => ` +
        `run())\nserver.tool('nothing', 'Does nothing', async () => 'x')\nfunction run() { exec('ls') }`,
    )
    expect(tools.map(({ name, capabilities, path }) => [name, capabilities, path])).toEqual([
      ['reader', ['reads-files'], 'index.js'],
      ['runner', ['executes-commands'], 'index.js'],
      ['nothing', [], 'index.js'],
    ])
    expect(flows).toEqual([])
  })

  it('counts what was looked at', () => {
    const report = flowsIn({ 'a.js': 'export const a = 1', 'b.js': "import { a } from './a.js'" })
    expect(report).toMatchObject({ flows: [], tools: [], files: 2 })
    expect(report.nodes).toBeGreaterThan(0)
    expect(report.partial).toBeUndefined()
  })

  it('of nothing is empty', () => {
    expect(flowsIn({})).toEqual({ flows: [], tools: [], exposure: emptyServerSurface, files: 0, nodes: 0 })
  })

  it('is the same each time, and whatever else was looked at before', () => {
    const text = tool(
      'const o = { line: a, other: b }\nrun(o)\nawait readFile(o.other)\nfor (const part of a.split(",")) exec(part)',
      'function run({ line }) { exec(line) }',
    )
    const first = JSON.stringify(flowsIn(text))
    for (let run = 0; run < 5; run += 1) {
      flowsIn({ 'x.js': 'export const x = 1' })
      expect(JSON.stringify(flowsIn(text))).toBe(first)
    }
  })

  it('is of the shape that is told to others, whatever names a project has', () => {
    const long = 'x'.repeat(5_000)
    const { data, success } = FlowReport.safeParse(
      flowsIn(
        `${server}server.tool('${long}', '${long.repeat(10)}', { '${long}': ` +
          `z.string().describe('${long.repeat(2)}') }, async (args) => exec(args['${long}']))`,
      ),
    )
    expect(success).toBe(true)
    expect(data?.flows).toHaveLength(1)
    expect(data?.tools[0]?.name.length).toBe(300)
  })

  it('has no more flows than are kept, and says that there are more', () => {
    const report = (calls: number) => flowsIn(tool(Array.from({ length: calls }, () => 'exec(a)').join('\n')))
    const [some, more] = [report(taintLimits.maxKept), report(taintLimits.maxKept + 1)]
    expect([some.flows.length, some.partial]).toEqual([taintLimits.maxKept, undefined])
    expect([more.flows.length, more.partial]).toEqual([
      taintLimits.maxKept,
      'the project has more dangerous flows than a report can contain; the last ones, sorted by file, are not listed',
    ])
  })
})

describe('what ends early', () => {
  const text = tool('const o = { a, b }\nrun(o.a)\nrun(o.b)', 'function run(x) { exec(x) }')
  it('says so when values could not be followed', () => {
    expect(flowsIn(text, { referenceSteps: 3 }).partial).toMatch(/too large for a complete points-to analysis/)
    expect(flowsIn(text).partial).toBeUndefined()
  })

  it('says so when data takes more ways than can be followed', () => {
    expect(flowsIn(text, { states: 3 }).partial).toMatch(/more data flows than the taint analysis can follow/)
  })

  it('says so when there is no time', () => {
    expect(flowsIn(text, { isOver: () => true }).partial).toMatch(/reached its time limit/)
  })

  it('tells both when both ran out', () => {
    expect(flowsIn(text, { referenceSteps: 3, isOver: () => true }).partial).toMatch(/points-to analysis/)
  })

  it('has what was found until then', () => {
    const many = Array.from({ length: 200 }, (_none, index) => `exec(keep(a + '${index}'))`).join('\n')
    const report = flowsIn(tool(`exec(a)\n${many}`, 'function keep(x) { return x }'), { states: 60 })
    expect(report.partial).toBeDefined()
    expect(report.flows.length).toBeGreaterThan(0)
    expect(report.flows.length).toBeLessThan(201)
  })
})

describe('a hostile project', () => {
  it.each<[string, string]>([
    ['a value that goes in circles', 'let x = a\nwhile (b) { x = [x, { x }]; o.x = x; x = o }\nexec(`${x}`)'],
    ['objects that hold themselves', 'const o = { a }\no.o = o\no.p = { o, a }\nexec(o.o.p.o.o.a)'],
    ['a function that calls itself with more each time', 'grow({ a })'],
    [
      'objects of a thousand keys',
      `const o = { ${Array.from({ length: 1_000 }, (_none, index) => `k${index}: a`).join(', ')} }\nexec(o.k1)`,
    ],
    [
      'a thousand ways',
      'let x = ' +
        `a\n${Array.from({ length: 1_000 }, (_none, index) => `if (b === '${index}') x = x + '${index}'`).join('\n')}` +
        `\nexec(x)`,
    ],
    [
      'functions that are handed to each other',
      `${Array.from({ length: 300 }, (_none, index) => `call(f${index}, a)`).join('\n')}`,
    ],
  ])('with %s ends, and what it does is found', (_what, body) => {
    const rest =
      `const o = {}\nfunction grow(x) { exec(x.a); grow({ ...x, x, a: x.a + '.' }) }\nfunction call(f, x) { ` +
      'f(x, call) ' +
      `}\n${Array.from(
        { length: 300 },
        (_none, index) => `function f${index}(x, g) { g(f${(index * 7) % 300}, x); ${index === 7 ? 'exec(x)' : ''} }`,
      ).join('\n')}`
    const { flows } = flowsIn(tool(body, rest))
    expect(flows.map(({ kind }) => kind)).toContain('command')
  })
})

it('reports no flow into code of a package that is installed in the folder of the project', () => {
  const reached = (path: string) =>
    flowsIn({
      'server.js':
        "const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js')\nconst { z } = require('zod')\n" +
        `const { run } = require('./${path}')\nconst server = new McpServer({ name: 's', version: '1' })\n` +
        "server.tool('t', 'Does', { a: z.string() }, async ({ a }) => { run(a) })",
      [path]: "const { exec } = require('node:child_process')\nexports.run = (a) => exec('ls ' + a)",
    }).flows.map(({ steps }) => steps.at(-1)?.path)
  expect(reached('lib/run.js')).toEqual(['lib/run.js'])
  expect(reached('node_modules/runner/run.js')).toEqual([])
})
