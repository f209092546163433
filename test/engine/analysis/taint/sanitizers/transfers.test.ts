import { describe, expect, it } from 'vitest'
import { kindsIn, type TaintKind, taintKinds } from '../../../../../src/engine/analysis/taint-kind.ts'
import { sanitizers } from '../../../../../src/engine/analysis/models/sanitizers/sanitizers.ts'
import { quoted, transferred } from './judged-text.ts'

const head =
  "import path from 'node:path'; import { quote } from 'shell-quote'; import { Prisma } from " +
  "'@prisma/client'; const BASE = process.env.BASE;"
const cleared = (expression: string) => transferred(`${head} export function f(x) { use(${expression}) }`)[0]

const cases: readonly [expression: string, clears: readonly TaintKind[], keeps: readonly TaintKind[]][] = [
  ['encodeURIComponent(x)', ['url', 'path', 'html'], ['argument']],
  ['Number(x)', taintKinds, []],
  ['path.basename(x)', ['path'], ['command']],
  ['quote([x])', ['command'], ['path']],
  ["x.startsWith('a')", taintKinds, []],
  ["x.replace(/[^a-z0-9_-]/gi, '')", ['command', 'path'], ['process']],
  ["x.replace(/[^a-z/]/g, '')", ['command'], ['path']],
  ["x.replace(/\\n/g, ' ')", ['environment'], ['command']],
  ["x.replace(/[<>&]/g, '')", ['html'], ['command']],
  ['`https://api.example.com/items/${x}`', ['url', 'open'], ['command']],
  ['`https://${x}.example.com/`', ['argument'], ['url']],
  ['`${BASE}/items/${x}`', ['url'], ['path']],
  ['`${BASE}://${x}/`', ['argument'], ['url']],
  ["`${BASE ? 'https' : 'http'}://${x}/`", ['argument'], ['url']],
  ["'--name=' + x", ['argument'], ['command', 'url']],
  ["x + '.txt'", [], ['argument', 'url', 'path']],
  ['Prisma.sql`select ${x}`', ['query'], ['command']],
  ['String.raw`select ${x}`', [], ['query']],
  ['x.length', taintKinds, []],
  ["x.toString('base64')", ['command', 'html'], ['path']],
  ["x.toString('utf8')", [], ['command']],
  [String.raw`x.replace(/[\\'"` + '\\x60' + String.raw` \t\n|&;()<>$*?]/g, '\\$&')`, ['command'], ['path']],
  [String.raw`x.replace(/[\\'"` + '\\x60' + String.raw`\t\n|&;()<>$*?]/g, '\\$&')`, [], ['command']],
  [String.raw`x.replace(/['"]/g, '\\$&')`, [], ['command']],
  ['JSON.stringify(x)', ['argument'], ['command']],
]

describe('what is left of taint', () => {
  it.each(cases)('knows %s', (expression, clears, keeps) => {
    const judged = cleared(expression)
    for (const kind of clears) expect(judged?.cleared).toContain(kind)
    for (const kind of keeps) expect(judged?.cleared).not.toContain(kind)
  })

  it.each([
    ["x.replace('../', '')", 'parents-replaced'],
    ['x.replace(/"/g, \'\\\\"\')', 'quotes-replaced'],
    ['x.replace(/\\.\\.\\//g, "")', 'parents-replaced'],
  ])('tells that %s does not hold', (expression, mistake) => {
    const judged = cleared(expression)
    expect(judged?.mistakes).toEqual([mistake])
    // The result of `replace` is a string.
    expect(judged?.cleared).toEqual(['condition'])
  })

  it('accepts quotes that are escaped between quotes of the same kind', () => {
    const [one, two] = transferred(
      "export function f(x) { const q = x.replace(/'/g, \"'\\\\''\"); use(q); run(`echo '${q}'`) }",
      'export function f(x) { const q = x.replace(/\'/g, "\'\\\\\'\'"); use(q); run(`echo "${q}"`) }',
    )
    expect(one?.cleared).toContain('command')
    expect(two?.cleared).not.toContain('command')
  })

  it.each<[string, boolean]>([
    ['`SELECT * FROM "${x.replaceAll(\'"\', \'""\')}" LIMIT 1`', true],
    ['`SELECT * FROM \\`${x.replace(/`/g, "``")}\\``', true],
    ['`SELECT * FROM [${x.replace(/\\]/g, "]]")}]`', true],
    ["`SELECT * FROM t WHERE a = '${x.replace(/'/g, \"''\")}'`", true],
    ["`SELECT * FROM t WHERE a = ${x.replace(/'/g, \"''\")}`", false],
    ["`SELECT * FROM t WHERE a = '${x.replace(/'/, \"''\")}'`", false],
    ["`SELECT * FROM t WHERE a = '${x.replace(/\"/g, '\"\"')}'`", false],
    ["`SELECT * FROM t WHERE a = '${x.replace(/'/g, \"\\\\'\")}'`", false],
    ["`SELECT * FROM t WHERE a = '${x}'`", false],
  ])('knows whether doubled quotes hold in %s', (expression, holds) => {
    const [judged] = quoted(`export function f(x) { use(${expression}) }`)
    expect(judged?.cleared.includes('query')).toBe(holds)
    expect(judged?.cleared).not.toContain('command')
  })

  it.each<[string, boolean]>([
    ['x.replace(/[&<>]/g, (c) => table[c])', true],
    ['x.replace(/[&<>]/g, (c) => table[c] ?? c)', true],
    ['x.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)', true],
    [
      "x.replace(/[&<>]/g, (c) => { switch (c) { case '<': return '&lt;'; case '&': return '&amp;'; " +
        'default: return c } })',
      true,
    ],
    ["x.replace(/[&<>]/g, (c) => { if (c === '<') return '&lt;'; return c })", true],
    ['x.replace(/[&>]/g, (c) => table[c])', false],
    ['x.replace(/[&<>]/, (c) => table[c])', false],
    ['x.replace(/[&<>]/g, (c) => other[c] ?? c)', false],
    ['x.replace(/[&<>]/g, (c) => made[c])', false],
    ['x.replace(/[&<>]/g, (c) => c)', false],
    ["x.replace(/[&<>]/g, (c) => { switch (c) { case '<': return c; default: return '&amp;' } })", false],
    ["x.replace(/[&<>]/g, (c) => { if (made) return '&lt;'; return c })", false],
    ["x.replace(/</g, '<b')", false],
  ])('knows whether markup is escaped by a function in %s', (expression, holds) => {
    const [judged] = transferred(
      `const table = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }\nconst other = { '&': '&amp;', '>': '&gt;' ` +
        `}\nconst made = load()\nexport function f(x) { use(${expression}) }`,
    )
    expect(judged?.cleared.includes('html')).toBe(holds)
  })

  it('believes doubled quotes of a function of the project, and not where MySQL reads backslashes', () => {
    const text =
      "const text = (value) => `'${value.replace(/'/g, \"''\")}'`\nexport function f(x) { const one = " +
      "x.replaceAll(\"'\", \"''\"); use(`SELECT * FROM t WHERE a = '${one}'`) }"
    expect(quoted(text)[0]?.cleared).toContain('query')
    const [mysql] = quoted(`import mysql from 'mysql2'\n${text}`)
    expect(mysql?.cleared).not.toContain('query')
    expect(mysql?.mistakes).toContain('quotes-doubled')
  })

  it(
    'takes what MySQL has in double quotes for a text with backslashes, and what it has in backticks for a ' + 'name',
    () => {
      const within = (quote: string) =>
        quoted(
          `import mysql from 'mysql2'\nexport function f(x) { const one = x.replaceAll('${quote}', ` +
            `'${quote}${quote}'); use('SELECT ${quote}' + one + '${quote} FROM t') }`,
        )[0]
      expect(within('"')?.mistakes).toContain('quotes-doubled')
      expect(within('"')?.cleared).not.toContain('query')
      expect(within('`')?.cleared).toContain('query')
    },
  )

  it('believes quotes that are doubled for the shell of Windows, and for no other', () => {
    const named = (name: string) =>
      quoted(
        `export function ${name}(x) { const y = x.replace(/(\\\\*)"/g, '$1$1""').replace(/(\\\\+)$/, ` +
          `'$1$1'); use(\`"\${y}"\`) }`,
      )[0]?.cleared
    expect(named('quoteForCmd')).toContain('command')
    expect(named('escapeWindowsArgument')).toContain('command')
    for (const name of ['quote', 'runCmd', 'openWindow', 'buildWin']) expect(named(name), name).not.toContain('command')
  })

  it('believes only what holds for every pair of quotes around a part', () => {
    const judged = quoted(
      'export function quoteForCmd(x) { const y = x.replaceAll(\'"\', \'""\').replaceAll("`", "``"); ' +
        'use("`" + y + "` \\"" + y + "\\""); use("\\"" + y + "\\" `" + y + "`"); use("\\"" + y + "\\"") }',
    )
    expect(judged.map(({ cleared: kinds }) => kinds.filter((kind) => kind === 'command' || kind === 'query'))).toEqual([
      ['query'],
      ['query'],
      ['command', 'query'],
    ])
  })

  it('believes escaped single quotes only where each text has quotes around them', () => {
    const escaped = (rest: string) =>
      transferred(
        `import * as tools from './tools.js'\nexport function f(x) { const y = x.replace(/'/g, "'\\\\''"); ` +
          `use(y); ${rest} }`,
      )[0]?.cleared.includes('command')
    expect(escaped("tools.log(`a '${y}'`)")).toBe(true)
    expect(escaped("tools.log(`a '${y}' '${y}'`)")).toBe(true)
    expect(escaped("tools.log(`a '${y}' ${y}`)")).toBe(false)
    expect(escaped("tools.log(`a '${y}'`); tools.log(`a ${y}`)")).toBe(false)
    expect(escaped("tools.log(`'a${y}'`)")).toBe(false)
    expect(escaped("tools.log(`'${y}a'`)")).toBe(false)
    expect(escaped('tools.log(y)')).toBe(false)
  })

  it('has an example of each sanitizer that is written in JavaScript', () => {
    for (const { clears, example, calls } of sanitizers) {
      if (calls.some((name) => /^(?:shlex|urllib)/.test(name)) && !example.startsWith('encode')) continue
      expect(
        transferred(`import path from 'path'; export function f(x) { use(${example}) }`)[0]?.cleared ?? [],
        example,
      ).toEqual(expect.arrayContaining(kindsIn(clears)))
    }
  })
})
