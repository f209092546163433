import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const head = "import path from 'node:path'; const ROOT = path.resolve('/data'); const WORDS = ['ls', 'cat']; const NONE = []; let late\n"
const javascript = { language: 'javascript', head } as const
const python = { language: 'python', head: 'import re\nWORDS = ["ls", "cat"]\n' } as const

/** Says of `p` that it has small letters only, which harms nothing but the start of a program. */
const ok = '/^[a-z]+$/.test(p)'

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'a condition and a constant',
    programs: bodies(
      `if (true && ${ok}) use(p)`, `if (false && ${ok}) use(p)`, `if (true || ${ok}) use(p)`, `if (false || ${ok}) use(p)`, `if (0 || ${ok}) use(p)`, `if (1 || ${ok}) use(p)`, `if (1.5 || ${ok}) use(p)`,
      `if ('' || ${ok}) use(p)`, `if ('a' || ${ok}) use(p)`, `if ('0' || ${ok}) use(p)`, `if (null || ${ok}) use(p)`, `if (/a/ || ${ok}) use(p)`, `if ([] || ${ok}) use(p)`, `if ({} || ${ok}) use(p)`,
      `if ((() => q) || ${ok}) use(p)`, `if (class {} || ${ok}) use(p)`, `if (new Date() || ${ok}) use(p)`, `if (undefined || ${ok}) use(p)`, `if (q || ${ok}) use(p)`, `if (q && ${ok}) use(p)`,
      `if (!(q || !${ok})) use(p)`, `if (!(q && !${ok})) use(p)`, `if (!!${ok}) use(p)`, `if (-${ok}) use(p)`, `if (typeof ${ok}) use(p)`, `if (q ?? ${ok}) use(p)`, `if (${ok} ?? q) use(p)`, `if (${ok} ?? false) use(p)`,
      `if (${ok}) use(p); else use(p)`, `if (${ok} || p === 'A') use(p)`, `if (${ok} || p) use(p)`, `if (p && ${ok}) use(p)`, `if (!p || ${ok}) use(p)`, `if (!p) use(p)`, `if (!p || !${ok}) use(p); else use(p)`,
      `if (q ? ${ok} : p === 'A') use(p)`, `if (q ? ${ok} : false) use(p)`, `if (q ? ${ok} : true) use(p)`, `${ok} ? use(p) : use(p)`, `${ok} && use(p)`, `${ok} || use(p)`, `while (${ok}) { use(p); break } use(p)`,
    ),
  },
  {
    ...javascript,
    name: 'a condition in a variable',
    programs: bodies(
      `const is = ${ok}; if (is) use(p)`, `const is = ${ok}; if (!is) use(p)`, `const is = q ? ${ok} : false; if (is) use(p)`, `const is = q ? ${ok} : 0; if (is) use(p)`, `const is = q ? ${ok} : null; if (is) use(p)`,
      `const is = q ? ${ok} : ''; if (is) use(p)`, `const is = q ? ${ok} : 'a'; if (is) use(p)`, `const is = q ? ${ok} : 1; if (is) use(p)`, `const is = q ? ${ok} : []; if (is) use(p)`, `const is = q ? ${ok} : undefined; if (is) use(p)`,
      `const is = q ? !${ok} : true; if (!is) use(p)`, `const is = q ? !${ok} : []; if (!is) use(p)`, `const is = q ? !${ok} : {}; if (!is) use(p)`, `const is = q ? !${ok} : false; if (!is) use(p)`,
      `let is = false; if (${ok}) is = true; if (is) use(p)`, `let is = true; if (!${ok}) is = false; if (is) use(p)`, `let is = false; if (q) { if (${ok}) is = true } if (is) use(p)`, `let is = false; if (q) is = true; if (${ok}) is = true; if (is) use(p)`,
      `let is; if (${ok}) is = 'yes'; if (!is) return; use(p)`, `let error = ''; if (!${ok}) error = 'no'; if (error) throw 1; use(p)`, `let error = null; if (!${ok}) error = new Error(); if (error) throw error; use(p)`,
      `let error = ''; if (q && !${ok}) error = 'no'; if (error) throw 1; use(p)`, `let error = q; if (!${ok}) error = 'no'; if (error) throw 1; use(p)`, `const is = ${ok} && q; if (is) use(p)`, `const is = ${ok} || q; if (is) use(p)`,
      `let is = false; for (const one of list) is = ${ok}; if (is) use(p)`, `let is = true; for (const one of list) is = is && /^[a-z]+$/.test(one); if (is) use(list)`, `let is = false; while (q.next()) { is = is || ${ok} } if (is) use(p)`,
      `late = ${ok}; if (late) use(p)`, `const is = Boolean(${ok}); if (is) use(p)`, `const is = !!p.match(/^[a-z]+$/); if (is) use(p)`, `const found = p.match(/^[a-z]+$/); if (!found) return; use(p)`,
    ),
  },
  {
    ...javascript,
    name: 'a condition in a field',
    programs: bodies(
      `const r = { ok: ${ok} }; if (r.ok) use(p)`, `const r = { ok: ${ok} }; if (r.other) use(p)`, `const r = { ok: ${ok} }; if (!r.ok) use(p)`, `const r = { ok: ${ok} }; if (!r.other) use(p)`, `const r = { ok: ${ok} }; if (r) use(p)`,
      `const r = q ? { ok: ${ok} } : { ok: false }; if (r.ok) use(p)`, `const r = q ? { ok: ${ok} } : { ok: true }; if (r.ok) use(p)`, `const r = q ? { ok: ${ok} } : {}; if (r.ok) use(p)`, `const r = q ? { ok: ${ok} } : null; if (r.ok) use(p)`,
      `const r = q ? { ok: ${ok} } : list; if (r.ok) use(p)`, `const r = { is: { ok: ${ok} } }; if (r.is.ok) use(p)`, `const r = { a: { b: { c: { ok: ${ok} } } } }; if (r.a.b.c.ok) use(p)`, `const r = { a: { b: { c: { d: { ok: ${ok} } } } } }; if (r.a.b.c.d.ok) use(p)`,
      `const r = { a: { b: { c: { d: { e: { ok: ${ok} } } } } } }; if (r.a.b.c.d.e.ok) use(p)`, `const r = { ok: true, ok: ${ok} }; if (r.ok) use(p)`, `const r = { ok: ${ok}, ok: true }; if (r.ok) use(p)`, `const r = { ok: ${ok}, ...q }; if (r.ok) use(p)`, `const r = { ...q, ok: ${ok} }; if (r.ok) use(p)`,
      `const r = { [q]: true, ok: ${ok} }; if (r.ok) use(p)`, `const r = { ok: ${ok}, [q]: true }; if (r.ok) use(p)`, `const r = q || { ok: ${ok} }; if (r.ok) use(p)`, `const r = q && { ok: ${ok} }; if (r.ok) use(p)`, `const r = q ?? { ok: ${ok} }; if (r.ok) use(p)`,
      `const r = null ?? { ok: ${ok} }; if (r.ok) use(p)`, `const r = false || { ok: ${ok} }; if (r.ok) use(p)`, `const { ok } = { ok: ${ok} }; if (ok) use(p)`, `const r = { bad: !${ok} }; if (r.bad) throw 1; use(p)`, `const r = { error: ${ok} ? undefined : 'no' }; if (r.error) throw 1; use(p)`,
      `const r = { error: ${ok} ? null : 'no' }; if (r.error === null) use(p)`, `const r = await q; if (r.ok) use(p)`, `const r = () => 1; if (r.ok) use(p)`, `const r = 'text'; if (!r.ok) use(p)`, `const r = q ? { ok: ${ok} } : 'text'; if (r.ok) use(p)`,
    ),
  },
  {
    ...javascript,
    name: 'a list of complaints',
    programs: bodies(
      `const bad = []; if (!${ok}) bad.push('no'); if (bad.length) throw 1; use(p)`, `const bad = []; if (!${ok}) bad.push('no'); if (bad.length > 0) throw 1; use(p)`, `const bad = []; if (!${ok}) bad.push('no'); if (bad.length === 0) use(p)`,
      `const bad = []; if (!${ok}) bad.push('no'); if (!bad.length) use(p)`, `const bad = []; if (!${ok}) bad.unshift('no'); if (bad.length) throw 1; use(p)`, `const bad = []; if (!${ok}) bad.shift(); if (bad.length) throw 1; use(p)`, `const bad = []; if (!${ok}) bad.push('no'); if (bad) throw 1; use(p)`,
      `const bad = ['no']; if (!${ok}) bad.push('no'); if (bad.length) throw 1; use(p)`, `const bad = []; if (${ok}) q(); else bad.push('no'); if (bad.length) throw 1; use(p)`, `const bad = []; if (q) { if (!${ok}) bad.push('no') } if (bad.length) throw 1; use(p)`,
      `const bad = []; bad.push(q); if (!${ok}) bad.push('no'); if (bad.length) throw 1; use(p)`, `const bad = []; if (!/^[a-z0-9]+$/.test(p)) bad.push('a'); if (p.length > 9) bad.push('b'); if (bad.length) throw 1; use(p)`, `const bad = []; for (const one of list) if (!/^[a-z]+$/.test(one)) bad.push(one); if (bad.length) throw 1; use(list)`,
      `const bad = []; if (!${ok}) bad.push('no'); if (bad.length) use(p)`, `const bad = []; if (!${ok}) bad.push('no'); if (bad.size) throw 1; use(p)`, `const bad = []; if (q) { bad.length = 0; if (!${ok}) bad.push('no') } if (bad.length) throw 1; use(p)`, `if (q) { const bad = []; if (!${ok}) bad.push('no'); if (bad.length) throw 1; use(p) }`,
      `const bad = list.filter((one) => !/^[a-z]+$/.test(one)); if (bad.length) throw 1; use(list)`, `const bad = list.filter((one) => !/^[a-z]+$/.test(one)); if (bad.length > 0) throw 1; use(list[0])`, `const bad = list.filter((one) => /^[a-z]+$/.test(one)); if (bad.length) throw 1; use(list)`, `const good = list.filter((one) => /^[a-z]+$/.test(one)); if (!good.length) throw 1; use(list)`,
      `const bad = list.filter((one) => !/^[a-z]+$/.test(one)); if (bad.size) throw 1; use(list)`, `const bad = list.filter(q); if (bad.length) throw 1; use(list)`, `if (list.filter((one) => one === p).length > 0) use(p)`, `if (WORDS.filter((one) => one === p).length > 0) use(p)`, `if (WORDS.filter((one) => one === p).length > 1) use(p)`, `if (WORDS.filter((one) => one === p).length > q) use(p)`, `if (WORDS.filter((one) => one === p).length >= 1) use(p)`,
    ),
  },
  {
    ...javascript,
    name: 'a comparison of a place or a number',
    programs: bodies(
      'if (WORDS.indexOf(p) >= 0) use(p); else use(p)', 'if (WORDS.indexOf(p) > -1) use(p); else use(p)', 'if (WORDS.indexOf(p) < 0) use(p); else use(p)', 'if (WORDS.indexOf(p) <= -1) use(p); else use(p)', 'if (WORDS.indexOf(p) > 0) use(p); else use(p)', 'if (WORDS.indexOf(p) !== -1) use(p); else use(p)', 'if (WORDS.indexOf(p) == -1) use(p); else use(p)', 'if (~WORDS.indexOf(p)) use(p); else use(p)',
      "if (p.indexOf('..') < 0) use(path.join(ROOT, p))", "if (p.indexOf('..') >= 0) use(path.join(ROOT, p))", "if (p.indexOf('..') > 3) use(path.join(ROOT, p))", 'if (list.length > 0) use(list)', 'if (p.length > 0) use(p)', 'if (!(p.length > 0)) use(p)', 'if (p.length >= 0) use(p)', 'if (p > 0) use(p)', 'if (p.length < 1) use(p)', 'if (p <= 3) use(p)', 'if (p >= q) use(p)', 'if (p instanceof Date) use(p)', 'if (p % 2) use(p)', 'if (p & 1) use(p)',
      "if ('a' in p) use(p)", "if (!(p in { a: 1 })) use(p); else use(p)", "if (p in q) use(p)", 'if (p == null) use(p); else use(p)', 'if (p != null) use(p)', "if (p === 'a' || p === 'b') use(p)", "if (p !== 'a' && p !== 'b') throw 1; use(p)", "if (p !== 'a' || p !== 'b') throw 1; use(p)", "switch (p) { case 'a': use(p); break; case 'b': use(p); break; default: use(p) }", "switch (true) { case /^[a-z]+$/.test(p): use(p); break; default: use(p) }",
    ),
  },
  {
    ...javascript,
    name: 'values of which nothing but presence is known',
    programs: bodies(
      'if (p) return; use(p)', 'if (!p) use(p)', 'if (p.a) return; use(p.a)', 'if (p[q]) return; use(p[q])', 'if (late) return; use(late)', 'if (process.env.A) return; use(process.env.A)', 'if (q(p)) return; use(p)', 'if (q.ok(p)) use(p)', 'if (await q(p)) use(p)', 'if ({ a: 1 }[p]) use(p); else use(p)', 'if (!{ a: 1 }[p]) use(p)', 'if (q[p]) use(p)',
      `const w = p; if (/^[a-z]+$/.test(w)) use(p)`, `const w = String(p); if (/^[a-z]+$/.test(w)) use(p)`, `const w = p ?? ''; if (/^[a-z]+$/.test(w)) use(p)`, `const w = p || 'a'; if (/^[a-z]+$/.test(w)) use(p)`, `const w = p && q; if (/^[a-z]+$/.test(w)) use(p)`, `const w = q || p; if (/^[a-z]+$/.test(w)) use(p)`, `const w = p.trim(); if (/^[a-z]+$/.test(w)) use(p)`, `const w = p.trim(q); if (/^[a-z]+$/.test(w)) use(p)`, `const w = p.trim; if (/^[a-z]+$/.test(w)) use(p)`,
    ),
  },
  {
    ...python,
    name: 'conditions in Python, taken apart',
    programs: pythonBodies(
      'if any(p == one for one in WORDS):\n    use(p)\nelse:\n    use(p)', 'if any([p == "a", p == "b"]):\n    use(p)', 'if all([p == "a", q]):\n    use(p)', 'if any([p == "a", q]):\n    use(p)', 'if not any([p != "a", q]):\n    use(p)', 'if not all([p != "a", q]):\n    use(p)', 'if all(re.fullmatch("[a-z]+", one) for one in items):\n    use(items)', 'if any(re.fullmatch("[a-z]+", one) for one in items):\n    use(items)', 'if any(not re.fullmatch("[a-z]+", one) for one in items):\n    raise ValueError()\nuse(items)', 'if all([]):\n    use(p)', 'if any(items):\n    use(items)', 'if bool(re.fullmatch("[a-z]+", p)):\n    use(p)', 'if bool():\n    use(p)',
      'bad = []\nif not re.fullmatch("[a-z]+", p):\n    bad.append("no")\nif bad:\n    raise ValueError()\nuse(p)', 'bad = []\nif not re.fullmatch("[a-z]+", p):\n    bad.append("no")\nif len(bad) > 0:\n    raise ValueError()\nuse(p)', 'bad = set()\nif not re.fullmatch("[a-z]+", p):\n    bad.add("no")\nif bad:\n    raise ValueError()\nuse(p)', 'if p is "a":\n    use(p)', 'if p is not None:\n    use(p)\nelse:\n    use(p)', 'if p is None:\n    return\nuse(p)', 'if not p:\n    use(p)', 'if p not in WORDS:\n    raise ValueError()\nuse(p)', 'if p in WORDS:\n    use(p)\nelse:\n    use(p)', 'if p == "a" or p == "b":\n    use(p)', 'if p == "a" and q:\n    use(p)', 'if True and p == "a":\n    use(p)', 'if False or p == "a":\n    use(p)', 'if None or p == "a":\n    use(p)', 'if True or p == "a":\n    use(p)', 'found = re.fullmatch("[a-z]+", p)\nif not found:\n    raise ValueError()\nuse(p)', 'found = re.fullmatch("[a-z]+", p)\nif found is None:\n    raise ValueError()\nuse(p)', 'if (found := re.fullmatch("[a-z]+", p)) is not None:\n    use(p)', 'assert re.fullmatch("[a-z]+", p)\nuse(p)', 'assert not q, "no"\nuse(p)', 'while not re.fullmatch("[a-z]+", p):\n    p = input()\nuse(p)', 'match p:\n    case "a":\n        use(p)\n    case "b" | "c":\n        use(p)\n    case _:\n        use(p)', 'bad = [one for one in items if not re.fullmatch("[a-z]+", one)]\nif bad:\n    raise ValueError()\nuse(items)', 'good = [one for one in items if re.fullmatch("[a-z]+", one)]\nuse(good)\nuse(good[0])',
    ),
  },
  {
    ...python,
    name: 'collections of Python as conditions',
    programs: pythonBodies(
      ...['[]', '()', '{}'].map((empty) => `bad = ${empty}\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)`), 'bad = ["no"]\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)', 'bad = {"no": 1}\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)', 'bad = [one for one in items]\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)', 'bad = [*items]\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)', 'bad = [*items, "no"]\nif q:\n    bad = re.search("[^a-z]", p)\nif not bad:\n    use(p)',
      'bad = []\nif not re.fullmatch("[a-z]+", p):\n    bad.append("no")\nif not bad:\n    use(p)\nelse:\n    use(p)', 'bad = []\nif q:\n    if not re.fullmatch("[a-z]+", p):\n        bad.append("no")\nif not bad:\n    use(p)', 'good = [] if q else re.fullmatch("[a-z]+", p)\nif good:\n    use(p)',
    ),
  },
]
