import { describe, expect, it } from 'vitest'
import { privateOutcomes } from '../../../../../src/engine/analysis/taint/sanitizers/private-outcomes.ts'
import { contextOf, functionNamed } from './guard-context.ts'

const head = `import isPrivate from 'private-ip'; import ipaddr from 'ipaddr.js'
const RANGES = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12']
const PATTERNS = [/^10\\./, /^127\\./, /^172\\./]
const within = (x, range) => x.startsWith(range)
`

/** Returns how the function `check` may end for a private address: any of `truthy`, `falsy`, and `throws`. */
function outcomesOf(
  text: string,
  fields: readonly string[] = [],
  language: 'javascript' | 'python' = 'javascript',
): string {
  const context = contextOf(language === 'javascript' ? head + text : text, language)
  const { truthy, falsy, throws } = privateOutcomes(context, functionNamed(context, 'check'), fields)
  return [truthy && 'truthy', falsy && 'falsy', throws && 'throws'].filter((one) => one !== false).join(' ')
}

const body = (text: string) => `function check(x, y) { ${text} }`

describe('how a function ends for a private address', () => {
  it.each<[string, string]>([
    ['return isPrivate(x)', 'truthy'],
    ['return !isPrivate(x)', 'falsy'],
    ['return !!isPrivate(x)', 'truthy'],
    ['return -isPrivate(x)', 'truthy'],
    ['return x.is_global', 'falsy'],
    ['return x.isPrivate', 'truthy'],
    ['return isPrivate(x) === true', 'truthy'],
    ['return isPrivate(x) === false', 'falsy'],
    ['return isPrivate(x) !== false', 'truthy'],
    ['return isPrivate(x) !== true', 'falsy'],
    ['return isPrivate(x) != true', 'falsy'],
    ['return isPrivate(x) === 0', 'falsy'],
    ['return PATTERNS.filter((one) => one.test(x)).length < 2', 'truthy'],
    ['return PATTERNS.filter((one) => one.test(x)).length < y[1]', 'truthy'],
    ["return matches(x, { ranges: ['10.0.0.0/8'] })", 'truthy'],
    ['return x.isPrivate === 0', 'falsy'],
    ['return (x >> 24) - 10 === 0 || (x >> 24) - 127 === 0 || (x >> 24) - 192 === 0', 'truthy'],
    ['return isPrivate(x) == false', 'falsy'],
    ['return false === isPrivate(x)', 'falsy'],
    ["return ipaddr.parse(x).range() !== 'unicast'", 'truthy'],
    ["return ipaddr.parse(x).range() === 'unicast'", 'falsy'],
    ["return 'unicast' === ipaddr.parse(x).range()", 'falsy'],
    ["return ipaddr.parse(x).range() === 'private'", 'truthy'],
    ["return ['private', 'loopback'].includes(ipaddr.parse(x).range())", 'truthy'],
    ["return x === '10.0.0.1'", 'truthy'],
    ["return x !== '10.0.0.1'", 'falsy'],
    ['return PATTERNS.findIndex((one) => one.test(x)) === -1', 'falsy'],
    ['return PATTERNS.findIndex((one) => one.test(x)) !== -1', 'truthy'],
    ['return PATTERNS.findIndex((one) => one.test(x)) >= 0', 'truthy'],
    ['return PATTERNS.findIndex((one) => one.test(x)) > -1', 'truthy'],
    ['return PATTERNS.findIndex((one) => one.test(x)) < 0', 'falsy'],
    ['return PATTERNS.findLastIndex((one) => one.test(x)) < 0', 'falsy'],
    ['return PATTERNS.findLastIndex((one) => one.test(x)) >= 0', 'truthy'],
    ["return x.lastIndexOf('10.') === 0", 'truthy'],
    ['return x.search(/^10\\./) === 0', 'truthy'],
    ['return PATTERNS.filter((one) => one.test(x)).length > 0', 'truthy'],
    ['return PATTERNS.filter((one) => one.test(x)).length === 0', 'falsy'],
    ['return PATTERNS.filter((one) => one.test(x)).length !== 0', 'truthy'],
    ['return PATTERNS.filter((one) => one.test(x)).length < 1', 'falsy'],
    ["return x.indexOf('10.') === 0", 'truthy'],
    ['return x >= 167772160 && x < 2886729728 && x > 2130706432', 'truthy'],
  ])('by an expression: %s', (text, expected) => {
    expect(outcomesOf(body(text))).toBe(expected)
  })

  it.each<[string, string]>([
    ['return PATTERNS.some((one) => one.test(x))', 'truthy'],
    ['return RANGES.every((one) => !within(x, one))', 'falsy'],
    ['return RANGES.some((one) => { if (within(x, one)) return true; return false })', 'truthy'],
    ["return x.split(',').some((one) => isPrivate(one))", 'truthy'],
    ["return x.split(',').every((one) => !isPrivate(one))", 'falsy'],
    ["return x.split(',').find((one) => isPrivate(one))", 'truthy'],
    ["return x.split(',').findLast((one) => isPrivate(one))", 'truthy'],
    ["return x.split(',').findIndex((one) => isPrivate(one)) !== -1", 'truthy'],
    ["return x.split(',').filter((one) => { if (isPrivate(one)) return true; return false }).length > 0", 'truthy'],
    ["return x.split(',').map((one) => isPrivate(one))", ''],
    ["x.split(',').forEach((one) => { if (isPrivate(one)) return true }); return false", ''],
    ['return other(() => isPrivate(x))', ''],
    ['const inner = () => isPrivate(x); return inner', ''],
  ])('by a function for each element: %s', (text, expected) => {
    expect(outcomesOf(body(text))).toBe(expected)
  })

  it.each<[string, string]>([
    ['if (isPrivate(x)) return true; return false', 'truthy'],
    ['if (isPrivate(x)) return false; return true', 'falsy'],
    ['if (!isPrivate(x)) return true; return false', 'falsy'],
    ['if (isPrivate(x)) return; return x', 'falsy'],
    ['if (isPrivate(x)) return null; return x', 'falsy'],
    ['if (isPrivate(x)) return x; return other(x)', ''],
    ['if (isPrivate(x)) { log(x) } return true', ''],
    ['log(isPrivate(x)); return true', ''],
    ['y.bad = isPrivate(x); return y', ''],
    ['y[x] = isPrivate(x); return y', ''],
    ['if (isPrivate(x)) throw 1; return true', 'falsy throws'],
    ['if (isPrivate(x)) throw 1; return x', 'throws'],
    ['if (!isPrivate(x)) throw 1; return x', ''],
    ['if (!isPrivate(x)) return true; throw 1', 'falsy throws'],
    ['if (!isPrivate(x)) { return x } throw 1', 'throws'],
    ['try { if (isPrivate(x)) throw 1 } catch { return y } return x', ''],
    ['try { if (isPrivate(x)) throw 1 } catch { log(x) } return x', ''],
    ['try { if (isPrivate(x)) throw 1 } catch (e) { throw e } return x', 'throws'],
    ['try { if (isPrivate(x)) throw 1 } catch (e) { if (y) return x; throw e } return x', ''],
    ['for (const one of y) { try { if (isPrivate(one)) throw 1 } catch { continue } } return x', ''],
    ['for (const one of y) { try { if (isPrivate(one)) throw 1 } catch (e) { if (x) break; throw e } } return x', ''],
    ['try { if (isPrivate(x)) throw 1 } catch (e) { if (y) { throw 1 } else { throw 2 } } return x', 'throws'],
    ['try { if (isPrivate(x)) throw 1 } finally { log(x) } return x', 'throws'],
    ['if (isPrivate(x)) { const later = () => { throw 1 }; log(later) } return x', ''],
    ['if (y) throw 1; return isPrivate(x)', 'truthy'],
    ['throw isPrivate(x)', ''],
    ["const range = ipaddr.parse(x).range(); if (range !== 'unicast') throw 1; return range", 'truthy throws'],
  ])('by what it does then: %s', (text, expected) => {
    expect(outcomesOf(body(text))).toBe(expected)
  })

  it.each<[string, string]>([
    ['let ok = true; if (isPrivate(x)) ok = false; return ok', 'falsy'],
    ['let bad = false; if (isPrivate(x)) bad = true; return bad', 'truthy'],
    ["let why = ''; if (isPrivate(x)) why = 'private'; return why", 'truthy'],
    ["let why = 'none'; if (isPrivate(x)) why = x; return why", 'falsy'],
    ['let why; if (isPrivate(x)) why = x; return why', ''],
    ['let ok = y; if (y) ok = false; if (isPrivate(x)) log(x); return ok', ''],
    ['let ok = y; if (isPrivate(x)) { ok = false } return ok', 'falsy'],
    ['let ok = y; if (!isPrivate(x)) { ok = true } return ok', 'falsy'],
    ["return isPrivate(x) ? 'no' : null", 'truthy'],
    ["return isPrivate(x) ? null : 'yes'", 'falsy'],
  ])('by a variable: %s', (text, expected) => {
    expect(outcomesOf(body(text))).toBe(expected)
  })

  it.each<[string, string]>([
    ['function inner(x) { return isPrivate(x) }\nfunction check(x) { return inner(x) }', 'truthy'],
    ['function inner(x) { return !isPrivate(x) }\nfunction check(x) { return inner(x) }', 'falsy'],
    ['function inner(x) { return !isPrivate(x) }\nfunction check(x) { if (!inner(x)) throw 1 }', 'throws'],
    ['function inner(x) { log(isPrivate(x)); return x }\nfunction check(x) { return inner(x) }', ''],
    ['function inner(x) { return x.length > 3 }\nfunction check(x) { return inner(x) }', ''],
    ['function inner(x) { return { bad: isPrivate(x) } }\nfunction check(x) { return inner(x).bad }', 'truthy'],
    ['function inner(x) { return { bad: isPrivate(x) } }\nfunction check(x) { return inner(x).other }', ''],
    [
      'async function inner(x) { return { ok: !isPrivate(x) } }\nasync function check(x) { return (await ' +
        'inner(x)).ok }',
      'falsy',
    ],
    ['function check(x) { return isPrivate(x) || check(x.slice(1)) }', 'truthy'],
    [
      'function inner(x) { if (isPrivate(x)) return { a: 1 }; return other() }\nfunction check(x) { return !inner(x) }',
      '',
    ],
    ['const inner = other ? (x) => isPrivate(x) : (x) => !isPrivate(x)\nfunction check(x) { return inner(x) }', ''],
  ])('by a function that it calls: %s', (text, expected) => {
    expect(outcomesOf(text)).toBe(expected)
  })

  it('in Python', () => {
    expect(outcomesOf('def check(x):\n    return x.is_private\n', [], 'python')).toBe('truthy')
    expect(outcomesOf('def check(x):\n    return not x.is_private\n', [], 'python')).toBe('falsy')
    expect(outcomesOf('def check(x):\n    return x.is_private is False\n', [], 'python')).toBe('falsy')
    expect(outcomesOf('def check(x):\n    return x.is_private is not True\n', [], 'python')).toBe('falsy')
    expect(outcomesOf('ALL = ["10.0.0.0/8"]\ndef check(x):\n    return x in ALL\n', [], 'python')).toBe('truthy')
    expect(outcomesOf('ALL = ["10.0.0.0/8"]\ndef check(x):\n    return x not in ALL\n', [], 'python')).toBe('falsy')
    expect(outcomesOf('def check(x):\n    if not x.is_global:\n        raise ValueError()\n', [], 'python')).toBe(
      'throws',
    )
  })

  it('is not looked for in a long chain of functions', () => {
    const chain = (length: number) =>
      [
        `function check(x) { log('10.0.0.0/8'); return c1(x) }`,
        ...Array.from(
          { length: length - 1 },
          (_none, index) => `function c${index + 1}(x) { log('10.0.0.0/8'); return c${index + 2}(x) }`,
        ),
        `function c${length}(x) { return isPrivate(x) }`,
      ].join('\n')
    expect(outcomesOf(chain(4))).toBe('truthy')
    expect(outcomesOf(chain(5))).toBe('')
  })
})

describe('a field of what a function gives for a private address', () => {
  it.each<[string, string]>([
    ['return { ok: !isPrivate(x) }', 'falsy'],
    ['return { ok: isPrivate(x), x }', 'truthy'],
    ['return { bad: isPrivate(x), ok: true }', ''],
    ['return isPrivate(x)', ''],
    ['if (isPrivate(x)) return { ok: true, why: x }; return { ok: false, why: x }', 'truthy'],
    ['if (isPrivate(x)) return { ok: false, why: x }; return other(x)', 'falsy'],
    ['if (isPrivate(x)) return { why: x }; return other(x)', 'falsy'],
    ['if (isPrivate(x)) return refused(x); return other(x)', ''],
    ['if (isPrivate(x)) return; return other(x)', ''],
    ['if (isPrivate(x)) return { ok: x }; return other(x)', ''],
    ['if (isPrivate(x)) return { ok: `${x} is private` }; return other(x)', 'truthy'],
    ["if (isPrivate(x)) return { ok: 'no', ok: false }; return other(x)", 'falsy'],
    ['if (isPrivate(x)) return { ok: 0 }; return { ok: 1 }', 'falsy'],
    ['if (isPrivate(x)) return true; return { ok: true }', 'falsy'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(body(text), ['ok'])).toBe(expected)
  })
})
