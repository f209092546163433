import { describe, expect, it } from 'vitest'
import { flowsIn, server } from './found-flows.ts'

const helpers = 'function inner(x) { return x.trim() }\nfunction clean(x) { return inner(x) }\n'

const offering = (name: string, parameters: readonly string[], body: string) =>
  `server.tool('${name}', 'Does', { ${parameters.map((parameter) => `${parameter}: z.string()`).join(', ')} ` +
  `}, async ({ ${parameters.join(', ')} }) => {\n${body}\n})`

const commandsOf = (text: string) => flowsIn(`${server}${text}`).flows.filter(({ kind }) => kind === 'command')

describe('tools that share helpers', () => {
  it.each([2, 33, 64, 200])('have nothing of each other, %i of them', (count) => {
    const others = Array.from({ length: count }, (_none, index) =>
      offering(`t${index}`, ['a'], 'return { content: [clean(a)] }'),
    )
    const fixed = offering(
      'fixed',
      ['a'],
      "const command = table[a]\nif (!command) throw new Error('no')\nexec(clean(command))",
    )
    expect(commandsOf(`${helpers}const table = { one: 'ls', two: 'df' }\n${[...others, fixed].join('\n')}`)).toEqual([])
  })

  it.each([33, 64])('are told by their own names, wherever they stand among %i', (count) => {
    const others = Array.from({ length: count }, (_none, index) =>
      offering(`t${index}`, ['a'], 'return { content: [clean(a)] }'),
    )
    const open = offering('open', ['a'], "exec('ls ' + clean(a))")
    for (const place of [0, 20, count]) {
      expect(commandsOf(`${helpers}${others.toSpliced(place, 0, open).join('\n')}`).map(({ tools }) => tools)).toEqual([
        ['open'],
      ])
    }
  })
})

describe('fields of one object', () => {
  const names = (count: number) => Array.from({ length: count }, (_none, index) => `p${index}`)

  it.each([2, 16, 20])('are kept apart, %i of them', (count) => {
    expect(
      commandsOf(offering('t', names(count), `const o = { ${names(count).join(', ')}, bin: 'ls' }\nexec(o.bin)`)),
    ).toEqual([])
    const sized = [...names(count), 'size']
    expect(
      commandsOf(offering('t', sized, `const o = { ${sized.join(', ')} }\nexec('convert ' + o.size)`)),
    ).toHaveLength(1)
  })

  it('are what they are beside an object of which nobody knows its fields', () => {
    expect(
      commandsOf(
        offering('t', ['a', 'size'], "let o\nif (a) o = JSON.parse(a)\nelse o = { size }\nexec('convert ' + o.size)"),
      ),
    ).toHaveLength(1)
    expect(
      commandsOf(
        offering(
          't',
          ['a', 'b'],
          "let o\nif (/^[a-z]+$/.test(a)) o = a\nelse {\nconst q = { label: b.trim().trim(), cmd: 'ls' }\no " +
            '= q\n}\nexec(o.cmd)',
        ),
      ),
    ).toEqual([])
  })
})

describe('objects that are spread into each other', () => {
  it.each([100, 12_000])(
    'hand on what the first one has, %i of them',
    (count) => {
      const objects = Array.from({ length: count }, (_none, index) => `const o${index + 1} = { ...o${index} }`)
      expect(
        commandsOf(
          'const o0 = { k: 1 ' +
            `}\n${objects.join('\n')}\nconsole.log(o${count}.x)\n${offering('t', ['a'], 'o0.x = a\nexec(o1.x)')}`,
        ),
      ).toHaveLength(1)
    },
    60_000,
  )
})

describe('the length of a list', () => {
  const listing = (body: string) => commandsOf(offering('t', ['a'], `const list = ['x']\nlist.push(a)\n${body}`))

  it('has nothing of its elements', () => {
    expect(listing("exec('head -' + list.length)")).toEqual([])
    expect(
      commandsOf(offering('t', ['a'], "const all = new Set(['x'])\nall.add(a)\nexec('head -' + all.size)")),
    ).toEqual([])
    expect(listing("exec('head ' + list[list.length - 1])")).toHaveLength(1)
  })

  it('is what is stored under this key of an object', () => {
    expect(
      commandsOf(offering('t', ['a'], "const o = {}\nfor (const key of keys) o[key] = a\nexec('head -' + o.size)")),
    ).toHaveLength(1)
  })
})
