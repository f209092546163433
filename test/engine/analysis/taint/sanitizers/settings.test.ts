import { describe, expect, it } from 'vitest'
import { settingCompared, settingOf } from '../../../../../src/engine/analysis/taint/sanitizers/settings.ts'
import { contextOf, usedIn } from './guard-context.ts'

const setting = (
  text: string,
  language: 'javascript' | 'python',
  ask: (context: ReturnType<typeof contextOf>, used: number) => { readonly state: string } | undefined,
) => {
  const context = contextOf(text, language)
  return ask(context, usedIn(context)[0] ?? -1)?.state
}
const whole = (body: string) =>
  body.includes('class ') ? body : `const OPTIONS = { strict: false }\nexport function f(p, q) { ${body} }`

describe('what a setting says that is truthy and falsy', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['use(process.env.CHECK)', 'opted-out', 'unset'],
    ['use(OPTIONS.strict)', 'opted-out', 'unset'],
    ['use(Deno.env.get("CHECK"))', 'opted-out', 'unset'],
    ['use(p.strict)', undefined, undefined],
    ['use(p)', undefined, undefined],
    ['use("a")', undefined, undefined],
    ['use(unknown())', undefined, undefined],
    ['class A { constructor() { this.strict = false }\nrun() { use(this.strict) } }', 'opted-out', 'unset'],
    ['class A { constructor(strict) { this.strict = strict }\nrun() { use(this.strict) } }', 'opted-out', 'unset'],
    [
      'class A { constructor(strict) { this.strict = strict }\nrun() { use(this.strict) } }\nclass B { ' +
        'constructor(strict) { this.other = strict } }',
      'opted-out',
      'unset',
    ],
    ['class A { set(strict) { this.strict = strict }\nrun() { use(this.strict) } }', 'opted-out', 'opted-out'],
    ['class A { set() { this.strict = true }\nrun() { use(this.strict) } }', 'opted-out', 'unset'],
  ])('%s', (body, whenTruthy, whenFalsy) => {
    expect(setting(whole(body), 'javascript', (context, used) => settingOf(context, used, true))).toBe(whenTruthy)
    expect(setting(whole(body), 'javascript', (context, used) => settingOf(context, used, false))).toBe(whenFalsy)
  })
})

describe('what a setting says that is compared', () => {
  const compared = (
    body: string,
    texts: readonly string[],
    isEqual: boolean,
    language: 'javascript' | 'python' = 'javascript',
  ) =>
    setting(language === 'javascript' ? whole(body) : body, language, (context, value) =>
      settingCompared(context, { value, texts, isEqual }),
    )

  it('with one text, with none, and with another', () => {
    expect(compared('use(process.env.CHECK)', ['off'], true)).toBe('opted-out')
    expect(compared('use(process.env.CHECK)', ['off'], false)).toBe('unset')
    expect(compared('use(process.env.CHECK)', [''], true)).toBe('unset')
    expect(compared('use(process.env.CHECK)', [''], false)).toBe('opted-out')
  })

  it.each<[string, boolean]>([
    ['use(process.env.CHECK)', true],
    ['use(process.env["CHECK"])', true],
    ['use(process.env[p])', true],
    ['use(import.meta.env.CHECK)', true],
    ['use(Deno.env.get("CHECK"))', true],
    ['use(process.env.CHECK.toLowerCase())', true],
    ['use(process.env.CHECK?.trim().toLowerCase())', true],
    ['use(process.env.CHECK.toString())', true],
    ['use(process.env.CHECK.toUpperCase())', true],
    ['use(process.env.CHECK.slice(1))', false],
    ['use(process.env.CHECK ?? "off")', true],
    ['use(process.env.CHECK || process.env.OTHER)', true],
    ['use(process.env.CHECK || p)', false],
    ['use(p || process.env.CHECK)', false],
    ['const { CHECK } = process.env; use(CHECK)', true],
    ['const { env } = process; use(env.CHECK)', true],
    ['use(process.argv)', false],
    ['use(p.env.CHECK)', false],
    ['use(p[q])', false],
    ['use(p.toLowerCase())', false],
    ['use(OPTIONS.strict)', false],
    ['use(p)', false],
  ])('that is read from the environment: %s', (body, isRead) => {
    expect(compared(body, ['off'], true)).toBe(isRead ? 'opted-out' : undefined)
  })

  it('where all values of a variable are', () => {
    const variable = (...others: readonly string[]) => {
      const changes = others.map((other, at) => `export function set${at}(x) { MODE = ${other} }\n`)
      return setting(
        `let MODE = process.env.MODE\n${changes.join('')}export function f() { use(MODE) }`,
        'javascript',
        (context, value) => settingCompared(context, { value, texts: ['off'], isEqual: true }),
      )
    }
    expect(variable()).toBe('opted-out')
    expect(variable('process.env.OTHER')).toBe('opted-out')
    expect(variable('x')).toBeUndefined()
    expect(variable('process.env.OTHER', 'x')).toBeUndefined()
    const four = ['A', 'B', 'C'].map((name) => `process.env.${name}`)
    expect(variable(...four)).toBe('opted-out')
    expect(variable(...four, 'process.env.D')).toBeUndefined()
  })

  it('in Python', () => {
    const reads = (expression: string) =>
      compared(`import os\ndef f(p, q):\n    use(${expression})\n`, ['off'], true, 'python')
    for (const read of [
      'os.environ["CHECK"]',
      'os.environ.get("CHECK", "on")',
      'os.getenv("CHECK")',
      'os.getenv("CHECK").lower()',
      'os.environ.get("CHECK").strip().casefold()',
    ])
      expect(reads(read), read).toBe('opted-out')
    for (const read of ['p["CHECK"]', 'p.get("CHECK")', 'p.lower()', 'os.getcwd()'])
      expect(reads(read), read).toBeUndefined()
  })
})
