import { describe, expect, it } from 'vitest'
import { judgeGroup } from './judge-programs.ts'
import { judgedUses } from './judged-text.ts'

const head = "import path from 'node:path'; import { limit, net } from './settings.js'\nconst TABLE = { a: true }\n"
const judged = (condition: string, used = 'x') => {
  const body = `const host = new URL(x).hostname; if (${condition}) throw 1; use(${used})`
  return judgedUses(`${head}export function f(x) { ${body} }`)[0]
}

describe('values that are left when others are rejected', () => {
  it('are any values but true', () => {
    expect(judged('x === true')).toEqual({ cleared: [], mistakes: [] })
    expect(judged('TABLE[x] === false')).toEqual({ cleared: [], mistakes: [] })
    expect(judged('TABLE[x] !== true')?.cleared).toContain('command')
  })

  it('are paths that only differ from ..', () => {
    for (const condition of ["x === '..'", "['.', '..'].includes(x)", '/^\\.\\.$/.test(x)', '/^\\.\\./.test(x)']) {
      expect(judged(condition, "path.join('/data', x)")?.cleared, condition).not.toContain('path')
    }
    for (const condition of ["x.includes('..')", "x.split('/').includes('..')", '/(^|\\/)\\.\\.(\\/|$)/.test(x)']) {
      expect(judged(condition, "path.join('/data', x)")?.cleared, condition).toContain('path')
    }
  })

  it('are all paths where .. is looked for after it was resolved', () => {
    for (const made of ["path.join('/data', x)", 'path.resolve(x)', 'path.dirname(x)']) {
      expect(judged(`${made}.includes('..')`, "path.join('/data', x)")?.cleared, made).toEqual([])
    }
    const [joined] = judgedUses(
      `${head}export function f(x) { const full = path.join('/data', x); if (full.includes('..')) throw 1; use(full) }`,
    )
    expect(joined?.cleared).toEqual([])
    expect(judged("path.normalize(x).includes('..')", "path.join('/data', x)")?.cleared).toContain('path')
  })

  it('have .. in paths of Python that are only made absolute', () => {
    const body = (method: string) => {
      const text =
        `    full = Path(x).${method}()\n    if not full.startswith('/data/'):\n        raise ValueError()\n  ` +
        '  use(full)'
      return [method, text] as const
    }
    const functions = [body('absolute'), body('expanduser')]
    const found = judgeGroup({
      name: 'absolute',
      language: 'python',
      head: 'from pathlib import Path\n',
      asks: 'judge',
      functions,
    })
    expect(found).toEqual({ absolute: 'argument | not-resolved(path)', expanduser: 'argument | not-resolved(path)' })
  })

  it('are hosts of which only something was computed', () => {
    for (const condition of ['hash(host) % 7 <= limit', 'hash(host) === limit', 'number(host) + 1 === limit']) {
      expect(judged(condition)?.tested, condition).toBeUndefined()
    }
    for (const condition of [
      '(number(host) >>> 24) === net',
      'number(host) <= 0x0affffff',
      "compare(host, '10.0.0.0') <= 0",
    ]) {
      expect(judged(condition)?.tested, condition).toEqual(['url'])
    }
  })

  it('may have what a pattern for whole texts rejects', () => {
    const conditions = [
      "re.fullmatch(r'[\\w.-]+', x)",
      "re.fullmatch(r'-.*', x)",
      "re.match(r'[;&|$`<>()\\'\"\\n]', x)",
    ]
    const functions = conditions.map((one) => [one, `    if ${one}:\n        raise ValueError()\n    use(x)`] as const)
    const found = judgeGroup({ name: 'rejected', language: 'python', head: 'import re\n', asks: 'judge', functions })
    expect(found).toEqual(Object.fromEntries(conditions.map((one) => [one, ''])))
  })
})
