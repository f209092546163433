import { bodies, type WholePrograms } from '../program-group.ts'

const javascript = { language: 'javascript', head: `const WORDS = ['ls', 'cat']
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
function is(x) { return /^[a-z]+$/.test(x) }
` } as const

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'labelled blocks',
    programs: bodies(
      'outer: { if (q) { must(p) } else break outer } use(p)', 'outer: { if (q) { must(p) } else { break outer } list() } use(p)', 'outer: { if (q) break outer; must(p) } use(p)', 'outer: { if (q) break outer; if (!is(p)) throw 1 } use(p)', 'outer: { if (q) break outer; must(p); use(p) }', 'outer: { if (!is(p)) break outer; use(p) }', 'outer: if (list) { if (q) { must(p) } else break outer } use(p)', 'for (const one of list) { inner: { if (q) break inner; if (!is(one)) throw 1 } } use(list)',
    ),
  },
  {
    ...javascript,
    name: 'several uses and several checks',
    programs: bodies(
      'if (p) { if (!is(p)) throw 1 } use(p); if (q) use(p)', 'for (const one of list) { if (!is(one)) throw 1 } use(list); if (q) use(list)', 'for (const one of list) { if (q) return } for (const one of list) { if (!is(one)) throw 1 } use(list)', 'for (const one of list) { if (!is(one)) throw 1 } for (const one of q) { if (!is(one)) throw 1 } use(list); use(q)', 'if (p) { if (q) return } if (p) { if (!is(p)) throw 1 } use(p)', 'if (p) { if (!is(p)) throw 1 } if (q) { if (!is(q)) throw 1 } use(p); use(q)', 'must(p); if (list) return; must(q); use(p); use(q)', 'use(p); must(p); use(p)', 'if (q) { must(p); use(p) } else { use(p) } use(p)',
      'if (is(p)) { if (list) return } else { must(p) } use(p)', 'while (q) { if (p) must(p) } use(p)', 'try { must(p) } catch (e) { use(p); throw e } use(p)', 'try { if (!is(p)) throw 1 } catch (e) { use(p); return } use(p)', 'if (q) { try { must(p) } finally { list() } } else throw 1; use(p)', 'if (list) { if (q) { try { must(p) } catch { return } } else return } else { return } use(p)',
      'if (p) { must(p) } for (const one of list) { use(p) }', 'if (p) { must(p); const g = () => use(p); g() } use(p)', 'if (q) { const g = () => { if (p) { must(p) } use(p) }; g() } use(p)', 'if (p) { other(p) } use(p)', 'if (p) { must(other(p)) } use(p)', 'if (p) { must(q, p) } use(p)', 'const r = { a: p }; if (p) { must(r.a) } use(p)',
      'for (const row of list) { for (const one of row) { if (!is(one)) throw 1 } } use(list)', 'for (const row of list) { const [first] = row; if (!is(first)) throw 1 } use(list)', 'for (const row of list) { if (!is(row.name)) throw 1 } use(list)', 'for (const row of list) { if (!is(row.trim())) throw 1 } use(list)', 'for (const one of list) { if (!is(q.name)) throw 1 } use(q.name)', 'for (const one of WORDS) { if (!is(q.name)) throw 1 } use(q.name)', 'for (const one of []) { if (!is(q.name)) throw 1 } use(q.name)', 'for (let i = 0; i < WORDS.length; i++) { if (!is(q.name)) throw 1 } use(q.name)', 'for (let i = 0; i < list.length; i++) { if (!is(q.name)) throw 1 } use(q.name)', 'for (;;) { if (!is(p)) throw 1; if (q) break } use(p)',
      'for (const one of list) { try { if (!is(one)) throw 1 } finally { q() } } use(list)', 'for (const one of list) { try { q() } catch { if (!is(one)) throw 1 } } use(list)', 'for (const one of list) { if (q) { return } if (p) { return } if (!is(one)) throw 1 } use(list)', 'for (const one of list) { if (q) { if (p) return; break } if (!is(one)) throw 1 } use(list)', 'for (const one of list) { if (q) { if (p) return; continue } if (!is(one)) throw 1 } use(list)', 'if (q) { for (const one of list) { if (!is(one)) throw 1 } } use(list)', 'for (const one of list) { const g = () => { if (!is(one)) throw 1 } } use(list)', 'for (const one of list) { for (const two of q) { if (two) return; if (!is(one)) throw 1 } } use(list)',
    ),
  },
]
