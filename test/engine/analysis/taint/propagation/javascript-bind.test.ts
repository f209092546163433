import { describe, expect, it } from 'vitest'
import { judgedUses } from '../sanitizers/judged-text.ts'
import { flowsIn } from './found-flows.ts'

const start = `import { exec, execFile } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 's', version: '1' })
`

/** Returns the kinds of flows from the text argument `x` of a tool. */
const kindsOf = (body: string, rest = '') =>
  flowsIn({
    'server.ts': `${start}${rest}\nserver.tool('t', { x: z.string() }, async ({ x }) => { ${body} })\n`,
  }).flows.map(({ kind }) => kind)

/** `b` reaches a shell. `a` does not. */
const run = 'function run(a, b) { exec(b) }'

describe('arguments that `bind` passes', () => {
  it.each<[string, string, string?]>([
    ['before the other ones', "const r = run.bind(null, 'ls')\nr(x)", run],
    ['without other ones', "const r = run.bind(undefined, 'ls', x)\nr()", run],
    ['by a spread list', "const r = run.bind(void 0, ...['ls', x])\nr()", run],
    [
      'of `this`',
      'new Host().go(x)',
      "class Host { go(x) { const r = run.bind(this, 'ls')\nr(x) } }\nfunction run(a, b) { exec(b) }",
    ],
    ['of a method', "const r = host.run.bind(host, 'ls')\nr(x)", 'const host = { run(a, b) { exec(b) } }'],
    [
      'of a method of `this`',
      'new Host().go(x)',
      "class Host { go(x) { return this.run.bind(this, 'ls')(x) } run(a, b) { exec(b) } }",
    ],
    [
      'to a method that reads a field',
      'new Host(x).go()',
      "class Host { constructor(x) { this.x = x } go() { return this.run.bind(this, 'ls')() } run(a) { " +
        'exec(this.x) } }',
    ],
    ['of what is bound again', "const r = run.bind(null, 'ls').bind(null, x)\nr()", run],
    ['called at once', "run.bind(null, 'ls')(x)", run],
    ['to a callback', "[x].forEach(run.bind(null, 'ls'))", run],
    ['to a function of a library', 'exec.bind(null, x)()'],
    [
      'to a function that takes a rest',
      "const r = git.bind(null, 'log')\nr(1, 2, 3, 4, 5, x)",
      'function git(...args) { exec(args[6]) }',
    ],
    [
      'to a program',
      "const sh = start.bind(null, 'sh', '-c')\nsh(x)",
      'function start(program, ...args) { execFile(program, args) }',
    ],
    ['through a cast', "(run as any).bind(null, 'ls')(x)", run],
  ])('%s', (_how, body, rest) => {
    expect(kindsOf(body, rest)).toContain('command')
  })

  it.each<[string, string, string?]>([
    ['another argument', 'const r = run.bind(null, x)\nr("ls")', run],
    [
      'another argument of a method',
      'const r = host.run.bind(host, x)\nr("ls")',
      'const host = { run(a, b) { exec(b) } }',
    ],
    ['an argument that has no parameter', "const r = run.bind(null, 'a', 'ls')\nr(x)", run],
  ])('not %s', (_how, body, rest) => {
    expect(kindsOf(body, rest)).not.toContain('command')
  })

  it('reach the handler of a tool', () => {
    const text =
      `${start}function handle(context, { x }) { exec(x) }\nserver.tool('t', { x: z.string() }, ` +
      `handle.bind(null, { a: 1 }))\n`
    expect(flowsIn({ 'server.ts': text }).flows.map(({ kind }) => kind)).toContain('command')
  })

  it('reach a guard', () => {
    const head =
      "const NAMES = ['a', 'b']\nfunction check(list, value) { if (!list.includes(value)) throw new Error('no') }\n"
    const bound = 'const known = check.bind(null, NAMES)\n'
    const cleared = (text: string) => judgedUses(head + text)[0]?.cleared
    expect(cleared(`${bound}export function f(x) { known(x); use(x) }`)).toContain('command')
    expect(cleared(`${bound}export function f(x, y) { known(y); use(x) }`)).toEqual([])
    expect(cleared('export function f({ x, list }) { check.bind(null, list)(x); use(x) }')).toEqual([])
    expect(cleared('export function f(x, list) { const known = (v) => check(list, v); known(x); use(x) }')).toEqual([])
  })

  it('are ignored for a method named bind of another object', () => {
    const rest = 'const statement = { bind(a, b) { exec(b); return statement } }\nconst made = () => statement'
    expect(kindsOf('statement.bind(1, x)', rest)).toContain('command')
    expect(kindsOf("statement['bind'](null, x)", rest)).toContain('command')
    expect(kindsOf('made().bind(null, x)', rest)).toContain('command')
    expect(kindsOf('statement?.bind(null, x)', rest)).toContain('command')
    expect(kindsOf('statement.bind(/a/, x)', rest)).toContain('command')
    expect(kindsOf('statement.bind(!0, x)', rest)).toContain('command')
  })
})
