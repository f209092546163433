import { describe, expect, it } from 'vitest'
import { conditionsAtUse, used } from './described.ts'

describe('what holds where', () => {
  it.each([
    ['in an if', 'if (a) use()', [['a']]],
    ['in its else', 'if (a) {} else use()', [['not a']]],
    ['after an if', 'if (a) b(); use()', [[]]],
    ['after an if that returns', 'function f() { if (a) return; use() }', [['not a']]],
    ['after an else that throws', 'function f() { if (a) b(); else throw 1; use() }', [['a']]],
    ['after several of them', 'function f() { if (a) return; if (b) throw 1; use() }', [['not b', 'not a']]],
    ['right of &&', 'a && use()', [['a']]],
    ['right of ||', 'a || use()', [['not a']]],
    ['right of ??', 'a ?? use()', [['case']]],
    ['in a choice', 'a ? use(1) : use(2)', [['a'], ['not a']]],
    ['under a condition of two', 'if (a && !b) use()', [['(a and (! b))']]],
    ['in a while', 'while (a) use()', [['a', 'loop']]],
    ['after continue', 'for (const x of xs) { if (a) continue; use() }', [['not a', 'loop']]],
    ['after a break', 'for (;;) { if (a) break; use() }', [['not a', 'loop']]],
    ['after a loop', 'for (;;) { if (a) break } use()', [[]]],
    [
      'in a case',
      'switch (a) { case "x": use(); break; case "y": case "z": use(); break; default: use() }',
      [['(a === "x")'], ['((a === "y") or (a === "z"))'], ['case']],
    ],
    ['in a case that another one falls into', 'switch (a) { case 1: b(); case 2: use() }', [['case']]],
    ['in a switch of conditions', 'switch (true) { case a > 1: use() }', [['(a > 1)']]],
    ['in a try', 'try { use() } catch {}', [['attempt']]],
    ['in a catch', 'try { a() } catch { use() }', [['rescue']]],
    ['in a finally', 'try { a() } finally { use() }', [['attempt']]],
    ['after a try whose catch leaves', 'function f() { try { a() } catch { return } use() }', [['attempt']]],
    ['after a try', 'try { a() } catch {} use()', [[]]],
    ['in an optional call', 'a?.b(use())', [['case']]],
    ['after one', 'a?.b(); use()', [[]]],
    ['in a default', 'function f(a = use()) {}', [['case']]],
    ['after a return', 'function f() { return; use() }', [['dead']]],
    ['after a return in all ways', 'function f() { if (a) return; else throw 1; use() }', [['dead']]],
    ['after a labelled block', 'a: { if (b) break a; use() } use()', [['not b', 'case'], []]],
    ['in the body of a function', 'if (a) (() => use())()', [[]]],
  ])('%s', (_, text, expected) => {
    expect(conditionsAtUse(text)).toEqual(expected)
  })
})

describe('what variables hold', () => {
  it.each([
    ['after an if', 'let v = 1; if (a) v = 2; use(v)', ['phi(2, 1)']],
    ['after an if and else', 'let v; if (a) v = 1; else v = 2; use(v)', ['phi(1, 2)']],
    ['after an if that leaves', 'function f() { let v = 1; if (a) { v = 2; return } use(v) }', ['1']],
    ['in a loop', 'let v = 1; while (a) { use(v); v = 2 }', ['phi(1, 2)']],
    ['in a loop, after its assignment', 'let v = 1; while (a) { v = 2; use(v) }', ['2']],
    ['after a loop', 'let v = 1; while (a) v = 2; use(v)', ['phi(1, 2)']],
    ['after a break', 'let v = 1; for (;;) { v = 2; if (a) break; v = 3 } use(v)', ['phi(1, 3, 2)']],
    [
      'read in a way of a loop that leaves it',
      'let v = 1; for (const x of xs) { if (a) { use(v); continue } use(v); v = x }',
      ['phi(1, Element(xs))', 'phi(1, Element(xs))'],
    ],
    ['in a loop of a loop', 'let v = 1; for (;;) { for (;;) { use(v); v = 2 } v = 3 }', ['phi(phi(1, 3), 2)']],
    ['in a loop that does not assign it', 'let v = 1; v = 2; for (;;) use(v)', ['phi(2)']],
    ['put together in a loop', 'let v = ""; for (const x of xs) v += x; use(v)', ['phi("", concat(…, Element(xs)))']],
    ['a counter', 'for (let i = 0; i < n; i++) use(i)', ['phi(0, (++ …))']],
    ['after a continue', 'let v = 1; for (const x of xs) { if (a) { v = 2; continue } use(v) }', ['phi(1, 2)']],
    [
      'after a switch',
      'let v = 1; switch (a) { case 1: v = 2; break; case 2: v = 3 } use(v)',
      ['phi(2, phi(3, 1), 1)'],
    ],
    ['after falling through', 'let v = 1; switch (a) { case 1: v = 2; case 2: use(v) }', ['phi(2, 1)']],
    ['in a catch', 'let v = 1; try { v = 2; f(); v = 3 } catch { use(v) }', ['phi(1, 1, 2, 3)']],
    ['after a try', 'let v = 1; try { v = f() } catch { v = 2 } use(v)', ['phi(f(), 2)']],
    ['after a finally', 'let v = 1; try { f() } finally { v = 2 } use(v)', ['2']],
    ['after a labelled block', 'let v = 1; a: { if (b) { v = 2; break a } v = 3 } use(v)', ['phi(2, 3, 1)']],
    ['assigned on the right of &&', 'let v = 1; a && (v = 2); use(v)', ['phi(2, 1)']],
    ['declared in a loop anew', 'for (;;) { let v = 1; use(v); v = 2 }', ['1']],
  ])('%s', (_, text, expected) => {
    expect(used(text)).toEqual(expected)
  })
})
