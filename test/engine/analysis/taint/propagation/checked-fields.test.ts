import { describe, expect, it } from 'vitest'
import { flowsIn, server } from './found-flows.ts'

describe('a field that was checked before the object around it is handed on', () => {
  const guard = "if (!/^\\w+$/.test(args.a)) throw new Error('no')\n"
  const reaches = (body: string, rest: string) =>
    flowsIn(
      `${server}${rest}\nserver.tool('t', 'Does', { a: z.string(), b: z.string() }, async (args) => {\n${body}\n})`,
    ).flows.some(({ kind }) => kind === 'command')
  const run = (key: string) => `function run(o) { exec('ls ' + o.${key}) }\nfunction pass(o) { run(o) }`

  it('does no harm in what gets it, nor where that hands it on, and another field does', () => {
    expect(reaches('run(args)', run('a'))).toBe(true)
    expect(reaches(`${guard}run(args)`, run('a'))).toBe(false)
    expect(reaches(`${guard}pass(args)`, run('a'))).toBe(false)
    expect(reaches(`${guard}run(args)`, run('b'))).toBe(true)
    expect(
      reaches(
        'check(args)\nrun(args)',
        `${run('a')}\nfunction check(o) { if (!/^\\w+$/.test(o.a)) throw new Error('no') }`,
      ),
    ).toBe(false)
    expect(reaches(`const job = { options: args }\n${guard}pass(job)`, run('options.a'))).toBe(false)
    const parsed = 'const given = JSON.parse(args.a)\n'
    expect(reaches(`${parsed}pass(given)`, run('more.a'))).toBe(true)
    expect(
      reaches(`${parsed}if (!/^\\w+$/.test(given.more.a)) throw new Error('no')\npass(given)`, run('more.a')),
    ).toBe(false)
    expect(
      reaches(
        'check(args.a)\nrun(args)',
        `${run('a')}\nfunction check(text) { if (!/^\\w+$/.test(text)) throw new Error('no') }`,
      ),
    ).toBe(false)
  })

  it('does harm where a caller did not check it, or where the check comes later or is of something else', () => {
    expect(reaches(`if (args.b) { run(args) } else {\n${guard}run(args)\n}`, run('a'))).toBe(true)
    expect(reaches(`run(args)\n${guard}`, run('a'))).toBe(true)
    expect(
      reaches(`${guard}change(args, args.b)`, "function change(o, more) {\n  o.a = o.a + more\n  exec('ls ' + o.a)\n}"),
    ).toBe(true)
    expect(reaches(`${guard}args.a = args.b\nrun(args)`, run('a'))).toBe(true)
    expect(
      reaches(
        'const given = JSON.parse(args.a)\nif (!/^\\w+$/.test(given.more.a)) throw new ' +
          "Error('no')\ngiven.more.a = args.b\npass(given)",
        run('more.a'),
      ),
    ).toBe(true)
    expect(reaches("if (args.a.length > 9) throw new Error('no')\nrun(args)", run('a'))).toBe(true)
  })

  it('does none in an object that is given the fields', () => {
    const job =
      "class Job {\n  constructor(options) { Object.assign(this, options) }\n  run() { exec('ls ' + this.a) }\n}"
    expect(reaches('new Job(args).run()', job)).toBe(true)
    expect(reaches(`${guard}new Job(args).run()`, job)).toBe(false)
    expect(reaches(`${guard}const o = {}\nObject.assign(o, args)\nexec('ls ' + o.a)`, '')).toBe(false)
  })

  // Ways to overwrite a checked field of an object before the object is passed on.
  const changes: readonly (readonly [string, string, string?])[] = [
    ['another read of the same object', 'args.b = args.b.trim()\nargs.a = args.b\nrun(args)'],
    ['a function that writes', 'norm(args)\nrun(args)', 'function norm(o) { o.a = o.b }'],
    [
      'a function that writes, by another one',
      'outer(args)\nrun(args)',
      'function norm(o) { o.a = o.b }\nfunction outer(o) { norm(o) }',
    ],
    [
      'the function itself, by another one',
      'late(args)',
      "function norm(o) { o.a = o.b }\nfunction late(o) { norm(o); exec('ls ' + o.a) }",
    ],
    ['a callback', 'Object.entries(JSON.parse(args.b)).forEach(([k, v]) => { args[k] = v })\nrun(args)'],
    ['a function inside', 'const f = () => { args.a = args.b }\nf()\nrun(args)'],
    ['before a callback hands it on', 'args.a = args.b\nreturn retry(() => run(args))'],
    ['another name', 'const o = args ?? {}\no.a = args.b\nrun(args)'],
    ['another name that is handed on', 'const o = args ?? {}\nargs.a = args.b\nrun(o)'],
    [
      'an object around it',
      'args.a = args.b\nconst job = { options: args }\nlate(job)',
      "function late(o) { exec('ls ' + o.options.a) }",
    ],
    ['by the object around it', 'const job = { options: args }\njob.options.a = args.b\nrun(args)'],
    ['Object.assign', 'Object.assign(args, JSON.parse(args.b))\nrun(args)'],
    [
      'Object.assign where it is handed to',
      'late(args, JSON.parse(args.b))',
      "function late(o, more) { Object.assign(o, more); exec('ls ' + o.a) }",
    ],
    ['Reflect.set', "Reflect.set(args, 'a', args.b)\nrun(args)"],
    ['Object.defineProperty', "Object.defineProperty(args, 'a', { value: args.b })\nrun(args)"],
    ['an await', 'args.a = args.b\nrun(await args)'],
    [
      'another object that keeps it',
      'const ctx = {}\nctx.args = args\nfix(ctx)\nrun(args)',
      'function fix(ctx) { ctx.args.a = ctx.args.b }',
    ],
    [
      'a class that keeps it',
      'new Client(args).update()\nrun(args)',
      'class Client {\n  constructor(config) { this.config = config }\n  update() { this.config.a = this.config.b }\n}',
    ],
    ['a list', ';[args].forEach((o) => { o.a = o.b })\nrun(args)'],
    [
      'what a function gives back of it',
      'const o = same(args)\no.a = args.b\nrun(args)',
      'function same(x) { return x }',
    ],
    ['rest parameters', 'fix(args)\nrun(args)', 'function fix(...all) { all[0].a = all[0].b }'],
    [
      'one of two ways to it',
      'const given = JSON.parse(args.b)\nconst o = args.b ? given.x : given.y\nif (!/^\\w+$/.test(o.a)) ' +
        'throw new Error()\ngiven.y.a = args.b\nrun(o)',
    ],
    [
      'a variable that a function assigns',
      'let o = args\nconst set = (x) => { o = x }\nif (!/^\\w+$/.test(o.a)) throw new ' +
        'Error()\nset(JSON.parse(args.b))\nrun(o)',
    ],
  ]

  it.each(changes)('does harm where it is changed in between: %s', (_name, body, rest = '') => {
    expect(reaches(`${guard}${body}`, `${rest}\n${run('a')}`)).toBe(true)
  })

  it('does harm where what stands around it is replaced, or written to by another read', () => {
    const inner = (change: string) =>
      reaches(
        `const given = JSON.parse(args.a)\nif (!/^\\w+$/.test(given.more.a)) throw new ` +
          `Error('no')\n${change}\nrun(given.more)`,
        run('a'),
      )
    expect(inner('')).toBe(false)
    expect(inner('given.other = args.b')).toBe(false)
    expect(inner('given.more.a = args.b')).toBe(true)
    expect(inner('given.more = JSON.parse(args.b)')).toBe(true)
    expect(inner("given[args.b] = 'x'")).toBe(true)
  })

  it('does none where another field is changed, and where a function only reads', () => {
    expect(reaches(`${guard}args.b = 'x'\nrun(args)`, run('a'))).toBe(false)
    expect(reaches(`${guard}log(args)\nrun(args)`, `${run('a')}\nfunction log(o) { console.log(o.a, o.b) }`)).toBe(
      false,
    )
    expect(reaches(`${guard}return retry(() => run(args))`, run('a'))).toBe(false)
    expect(reaches(`${guard}console.log(_.pick(args, ['a']))\nrun(args)`, `import _ from 'lodash'\n${run('a')}`)).toBe(
      false,
    )
    expect(reaches(`${guard}_.set(args, 'a', args.b)\nrun(args)`, `import _ from 'lodash'\n${run('a')}`)).toBe(true)
  })

  it('does none of a list that is checked in every turn, and harm where turns may go on without', () => {
    const turns = (check: string) =>
      reaches(
        `const list = JSON.parse(args.b)\nfor (const one of list) {\n${check}\n}\nfor (const one of list) ` +
          "exec('ls ' + one.a)",
        '',
      )
    const throwing = "if (!/^\\w+$/.test(one.a)) throw new Error('no')"
    expect(turns(throwing)).toBe(false)
    expect(turns(`if (one.raw) return { content: [] }\n${throwing}`)).toBe(false)
    expect(turns(`if (one.raw) continue\n${throwing}`)).toBe(true)
    expect(turns(`if (one.raw) break\n${throwing}`)).toBe(true)
    expect(turns(`try { ${throwing} } catch (error) { console.warn(error) }`)).toBe(true)
    expect(
      reaches(
        `let node = JSON.parse(args.b)\nwhile (node.child) {\n${throwing.replace('one', 'node')}\nnode = ` +
          `node.child\n}\nexec('ls ' + node.a)`,
        '',
      ),
    ).toBe(true)
  })

  it(
    'does harm where it is decoded afterwards, where nothing may have been checked, and where a function is ' +
      'called with something else',
    () => {
      const read = "function read(o) { return readFile('/data/' + DECODED) }"
      const paths = (decoded: string) =>
        flowsIn(
          `${server}import path from 'node:path'\n${read.replace('DECODED', decoded)}\nserver.tool('t', ` +
            `'Does', { a: z.string() }, async (args) => {\nif (args.a.includes('..') || ` +
            `path.isAbsolute(args.a)) throw new Error('no')\nreturn read(args)\n})`,
        ).flows.filter(({ kind }) => kind === 'path').length
      expect([paths('o.a'), paths('decodeURIComponent(o.a)')]).toEqual([0, 1])
      expect(
        reaches(`const list = JSON.parse(args.b)\nfor (const one of list) {\n${guard}}\nrun(args)`, run('a')),
      ).toBe(true)
      expect(reaches(`while (args.b) {\n${guard}}\nrun(args)`, run('a'))).toBe(true)
      expect(
        reaches(
          'const given = JSON.parse(args.a)\nif (!/^\\w+$/.test(given.a)) throw new ' +
            "Error('no')\ngiven.list.reduce(late, given)",
          "function late(all, o) { exec('ls ' + o.a)\nreturn all }",
        ),
      ).toBe(true)
    },
  )

  // 3,000 checks took 34 s when each use visited the regions of each check.
  it('is found in time, of thousands that are checked and of many that are read far down', () => {
    const each = (count: number, text: (index: number) => string) =>
      Array.from({ length: count }, (_none, index) => text(index)).join('\n')
    const body =
      'const given = ' +
      `JSON.parse(args.a)\n${each(4_000, (index) => `if (!/^\\w+$/.test(given.k${index})) throw new Error('no')`)}` +
      `\nrun(given)`
    expect(reaches(body, `function run(o) {\n${each(4_000, (index) => `exec('ls ' + o.k${index})`)}\n}`)).toBe(true)
    expect(
      reaches(
        'const given = JSON.parse(args.a)\nrun(given)',
        `function run(o) {\n${each(1_000, (index) => `exec('ls ' + o.x.y.k${index})`)}\n}`,
      ),
    ).toBe(true)
  }, 60_000)
})
