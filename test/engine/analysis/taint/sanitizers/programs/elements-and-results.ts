import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const head =
  "import path from 'node:path'; import fs from 'node:fs'; import assert from 'node:assert'; import " +
  `isPrivateIp from 'private-ip'; import { z } from 'zod'
const ROOT = path.resolve('/data'); const WORDS = ['ls', 'cat']
const S = z.object({ a: z.enum(['a']), b: z.number(), c: z.string(), d: z.object({ a: z.object({ b: ` +
  `z.number(), c: z.object({ a: z.number() }) }) }) });
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
function is(x) { return /^[a-z]+$/.test(x) }
`
const javascript = { language: 'javascript', head } as const
/** Checks a condition for each element of `list`, then uses the list, its first element, and each element. */
const each = (...conditions: readonly string[]) =>
  bodies(
    ...conditions.map(
      (condition) => `if (!(${condition})) throw 1; use(list); use(list[0]); for (const one of list) use(one)`,
    ),
  )

/** Selects one of several functions that accept only lowercase letters. */
const oneOf = (count: number) =>
  `const one = [${Array.from({ length: count }, (_none, at) => `(x) => is(x, ${at})`).join(', ')}][q]; `

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'one of several functions for each element',
    programs: bodies(
      ...[1, 4, 5].flatMap((count) => [
        `${oneOf(count)}if (!list.every(one)) throw 1; use(list)`,
        `${oneOf(count)}if (list.some((x) => !one(x))) throw 1; use(list)`,
      ]),
      'const one = [is, (x) => true][q]; if (!list.every(one)) throw 1; use(list)',
    ),
  },
  {
    ...javascript,
    name: 'what each element shows of a list',
    programs: each(
      'list.every((x) => is(x))',
      'list.every((x) => WORDS.includes(new URL(x).hostname))',
      "list.every((x) => is('a' + x))",
      'list.every((x) => WORDS.includes(`${x}/${q}`))',
      "list.every((x) => path.join(ROOT, x).startsWith(ROOT + '/'))",
      'list.every((x) => WORDS.includes(path.resolve(x)))',
      'list.every((x) => !list.includes("..") && !path.isAbsolute(x))',
      'list.every((x) => x.every((y) => is(y)))',
      'list.every((x) => is(x[q]))',
      'list.every((x) => is(x.a))',
      "list.every((x) => !x.includes('..') && !path.isAbsolute(path.normalize(x)))",
      "list.every((x) => !path.isAbsolute(path.normalize(x)) && !x.includes('..'))",
      "list.every((x) => is(x.replace('a', '')))",
      'list.every((x) => is(x.toLowerCase()))',
      'list.every((x) => is(p))',
    ),
  },
  {
    ...javascript,
    name: 'what some elements show of a list',
    programs: {
      ...each(
        'list.some((x) => is(x))',
        'list.some((x) => is(x.a))',
        'list.some((x) => WORDS.includes(new URL(x).hostname))',
        'list.find((x) => is(x))',
        'list.filter((x) => is(x)).length > 0',
        'list.filter((x) => is(x)).length',
        'list.filter((x) => !is(x)).length === 0',
        'list.filter((x) => !is(x)).length < 1',
        '!list.some((x) => !is(x))',
      ),
      ...bodies(
        'if (!list.some((x) => is(x.a))) throw 1; for (const one of list) use(one.a)',
        'if (!list.some((x) => is(x) && is(p))) throw 1; use(p); for (const one of list) use(one)',
        'if (!WORDS.some((x) => x === p)) throw 1; use(p)',
        'if (WORDS.filter((x) => x === p).length > 0) use(p); else use(p)',
        'if (WORDS.filter((x) => x === p).length >= 0) use(p); else use(p)',
        'if (WORDS.filter((x) => x === p).length >= 1) use(p); else use(p)',
        'if (WORDS.filter((x) => x === p).length > 1) use(p)',
        'if (WORDS.filter((x) => x === p).length < 1) use(p); else use(p)',
        'if (WORDS.filter((x) => x === p).length < 0) use(p); else use(p)',
        'if (WORDS.filter((x) => x === p).length <= 0) use(p); else use(p)',
      ),
    },
  },
  {
    ...javascript,
    name: 'elements that a filter leaves',
    programs: bodies(
      'const kept = list.filter((x) => is(x)); for (const x of kept) use(x); use(kept)',
      'const kept = list.filter((x) => true); for (const x of kept) use(x)',
      'const kept = list.filter((x) => false); for (const x of kept) use(x)',
      'const kept = list.filter(); for (const x of kept) use(x)',
      'for (const x of list.map((y) => is(y))) use(x)',
      'for (const x of list.other((y) => is(y))) use(x)',
      'for (const x of list) use(x)',
      'for (const x of [list.filter, (y) => is(y)]) use(x)',
      'if (!list.every((x) => is(x))) throw 1; run([list.map, (y) => use(y)]); list.map((y) => use(y)); ' +
        'list.reduce((y) => use(y)); new Promise((y) => use(y)); list.map((y, z) => use(z))',
      'class Bag { filter(f) { return [p] } }; const b = new Bag(); for (const x of b.filter((y) => is(y))) use(x)',
      'const kept = list.filter((x) => is(x.a)); for (const x of kept) { use(x.a); use(x) }',
      'if (!list.every((x) => is(x))) throw 1; const each = (y) => use(y); list.forEach(each)',
      'if (!list.every((x) => is(x))) throw 1; const each = (y) => use(y); list.forEach(each); each(q)',
      'if (!list.every((x) => is(x))) throw 1; const each = (y) => use(y); run(1, each); list.forEach(each)',
      'if (!list.every((x) => is(x))) throw 1; const each = (y) => use(y); list.forEach(each); q.forEach(each)',
      'const kept = list.filter((x) => is(p)); for (const x of kept) use(x)',
    ),
  },
  {
    ...javascript,
    name: 'fields of a value that one side of an operator gives',
    programs: bodies(
      'const r = q && { error: !is(p) }; if (r.error) throw 1; use(p)',
      'const r = q && { ok: is(p) }; if (r.ok) use(p); else use(p)',
      'const r = q && { ok: is(p) }; if (!r.ok) throw 1; use(p)',
      'const r = q || { error: !is(p) }; if (r.error) throw 1; use(p)',
      'const r = q ?? { error: !is(p) }; if (r.error) throw 1; use(p)',
      'const r = is(p) && { ok: q.a }; if (r.ok) use(p); else use(p)',
      'const r = is(p) || { ok: q.a }; if (r.ok) use(p); else use(p)',
      'const r = is(p) && { error: q.a }; if (r.error) throw 1; use(p)',
      'const r = is(p) && { error: !is(p) }; if (r.error) use(p); else use(p)',
      'const r = !is(p) && { error: true }; if (r.error) throw 1; use(p)',
      'const r = !is(p) && { error: 1 }; if (r) throw 1; use(p)',
      'const r = is(p) ?? is(q); if (r) { use(p); use(q) }',
      'const r = is(p) && (q ?? is(q)); if (r) { use(p); use(q) }',
      'const r = { ok: is(p) } || { ok: is(p) }; if (r.ok) use(p)',
      'const r = { ok: is(p) } ?? { ok: false }; if (r.ok) use(p)',
      'if (is(p) && is(q)) { use(p); use(q) } else { use(p); use(q) }',
      'if (is(p) || is(q)) { use(p); use(q) } else { use(p); use(q) }',
      'if (!is(p) || !is(q)) { use(p); use(q) } else { use(p); use(q) }',
      'if (!is(p) || is(q) && is(p)) use(p); else use(p)',
      'if (p || is(p)) use(p); else use(p)',
      'if (!p || is(p)) use(p); else use(p)',
    ),
  },
  {
    ...javascript,
    name: 'a value that two ways make of one',
    programs: bodies(
      "const v = q ? new URL(p).hostname : new URL(p).host; if (v.includes('..') || path.isAbsolute(v)) " +
        'throw 1; use(v); use(p)',
      'const v = q ? new URL(p).hostname : new URL(p).host; if (!WORDS.includes(v)) throw 1; use(v); use(p)',
      'const v = q ? path.normalize(p) : path.resolve(p); if (isPrivateIp(v)) throw 1; use(v); use(p)',
      'const v = q ? new URL(p).hostname : new URL(p).host; if (isPrivateIp(v)) throw 1; use(v); use(p)',
      'const v = q ? path.normalize(p) : path.resolve(p); if (!v.startsWith(ROOT + path.sep)) throw 1; use(v); use(p)',
      'const v = q ? p : p.toLowerCase(); must(v); use(p); use(v)',
      "const cut = p.replace('..', ''); if (!cut.startsWith('https://a.example/')) throw 1; use(p)",
      "const cut = p.replace('..', ''); must(cut); use(p)",
      'const a = await resolve4(p); if (path.isAbsolute(a)) throw 1; if (isPrivateIp(p)) throw 1; ' +
        'use(`https://${p}`); use([p])',
      'const a = await resolve4(p); if (isPrivateIp(a)) throw 1; use(`https://${p}`); use([p])',
      'const v = q ? p : list; if (v) throw 1; use(v); use(p)',
      'const v = q ? p : list; if (v) use(v); else use(p)',
      "const v = q ? 'a' : p; must(v); use(p)",
      "const v = q ? 'a' : 'b'; must(v); use(v)",
      'p.a = p.a.toLowerCase(); must(p.a); use(p.a); use(p)',
      'if (q) p.a = p.a.toLowerCase(); must(p.a); use(p.a)',
      'must(p.a); if (q) p.a = list; use(p.a)',
      "must(p.a); if (q) p.a = 'b'; use(p.a)",
      'must(p.a); p.a = list; use(p.a)',
      'if (q) { p.a = list; throw 1 } must(p.a); use(p.a)',
      'must(p.a); if (q) { p.a = list; return } use(p.a)',
      'must(p.a); if (q) p.a = list; else use(p.a)',
      'must(p.a); if (q) { if (list.b) { p.a = list } return } use(p.a)',
      'must(p.a); try { p.a = list; throw 1 } catch {} use(p.a)',
      'must(p.a); try { p.a = list; return } finally { use(p.a) }',
      'must(p.a); try { p.a = list; go() } catch {} use(p.a)',
      'must(p.a); for (const one of list) { if (one) { p.a = list; break } } use(p.a)',
      'must(p.a); for (const one of list) { p.a = one; return } use(p.a)',
      'must(p.a); for (const one of list) { p.a = one; break } use(p.a)',
      'must(p.a); switch (q) { case 1: p.a = list; return; default: use(p.a) }',
      'must(p.a); switch (q) { case 1: p.a = list; break; default: use(p.a) } use(p.a)',
      'must(p.a); { p.a = list; } use(p.a)',
      'must(p.a); q.a = list; use(p.a)',
      'must(p.a); p.b = list; use(p.a)',
      'use(p.a); p.a = list; must(p.a)',
      'const v = q ? this : p; must(v); use(p)',
      'const v = p || this; must(v); use(p)',
      'function F(x) { return x.toLowerCase() } must(new F(p)); use(p)',
      'function F(x) { return x.toLowerCase() } must(F(p)); use(p)',
      'const next = (x) => read(); must(next(p)); use(next(p)); use(p)',
      'const next = (x) => x.toLowerCase(); must(next(p)); use(next(p)); use(next(q)); use(p)',
      "const next = (x) => x.toLowerCase(); must(next('a')); use(next('b'))",
    ),
  },
  {
    ...javascript,
    name: 'fields that a function checked',
    programs: Object.fromEntries(
      [
        'function ok(o) { if (!WORDS.includes(o.u)) throw 1 }',
        'function ok(o) { if (!WORDS.includes(o[0])) throw 1 }',
        'function ok(o) { if (!WORDS.includes(o.u.hostname)) throw 1 }',
        'function ok(o) { if (!WORDS.includes(o.u.a.b.c.d.e)) throw 1 }',
        'function ok({ u }) { if (!WORDS.includes(u)) throw 1 }',
        'const ok = ({ u: { hostname } }) => { if (!WORDS.includes(hostname)) throw 1 }',
      ].map((text) => [
        text,
        `${text}\nexport function f(p) {\n  ok(p)\n  useField(p, 'u')\n  useField(p, 'u.hostname')\n  ` +
          `useField(p, 'u.a.b.c.d.e')\n  useField(p, '0')\n  use(p)\n  use(p[0])\n}`,
      ]),
    ),
  },
  {
    ...javascript,
    name: 'schemas that are asked about a value',
    programs: bodies(
      ...[
        'if (!S.safeParse(p).success) throw 1',
        'if (S.safeParse(p).success) throw 1',
        'S.safeParse(p)',
        'S.parse(p)',
        'if (!S.parse(p)) throw 1',
        'if (!S.safeParse(p)) throw 1',
        'if (S.safeParse(p).error) throw 1',
        'if (!S.safeParse(p).data) throw 1',
        'await S.parseAsync(p)',
        'S.parseAsync(p)',
        'if (!(await S.safeParseAsync(p)).success) throw 1',
        'if (!S.safeParseAsync(p).success) throw 1',
      ].map(
        (text) =>
          `${text}; useField(p, 'a'); useField(p, 'b'); useField(p, 'c'); useField(p, 'd.a.b'); useField(p, ` +
          "'d.a.c.a'); use(p)",
      ),
      "z.enum(['a']).parse(p); use(p); use(q)",
    ),
  },
  {
    ...javascript,
    name: 'paths without parents and roots',
    programs: bodies(
      "if (p.startsWith('..') || p.includes('/..')) throw 1; use(p); if (path.isAbsolute(p)) throw 1; use(p)",
      "if (p.startsWith('..')) throw 1; use(p); if (path.isAbsolute(p)) throw 1; use(p)",
      "if (p.includes('/..')) throw 1; use(p); if (path.isAbsolute(p)) throw 1; use(p)",
      "if (path.isAbsolute(p)) throw 1; use(p); if (!p.startsWith('https://a.example')) throw 1; use(p)",
      'if (path.isAbsolute(p)) throw 1; if (!/a/.test(p)) throw 1; use(p)',
    ),
  },
  {
    ...javascript,
    name: 'conditions that nest deeply',
    programs: {
      ...bodies(...[1, 18, 19, 20, 21].map((count) => `if (!(${'!'.repeat(2 * count)}is(p))) throw 1; use(p)`)),
      'a method that never gives anything truthy':
        'class A { never(x) { return false } }\nexport function f(a, q) { const it = new A(); if ' +
        '(it.never(a) || is(q)) use(q) }',
      'a function that never gives anything truthy':
        'function never(x) { return false }\nexport function f(a, q) { if (never(a) || is(q)) use(q) }',
    },
  },
  {
    ...javascript,
    name: 'values that are made in many steps',
    programs: Object.fromEntries(
      [6, 7, 8, 9, 10].flatMap((count) => {
        const [made, list] = [
          `${'path.normalize('.repeat(count)}p${')'.repeat(count)}`,
          `${'['.repeat(count)}p${']'.repeat(count)}`,
        ]
        return Object.entries({
          'a path, used then': `must(p); use(${made})`,
          'a path, checked then': `must(${made}); use(p)`,
          'a path, tested before': `if (!is(p)) throw 1; use(${made})`,
          'a list': `must(p); use(${list})`,
          'a list, tested before': `if (!is(p)) throw 1; use(${list})`,
        }).map(([name, text]) => [`${count} steps: ${name}`, `export function f(p) { ${text} }`])
      }),
    ),
  },
  {
    ...javascript,
    name: 'a schema with many fields',
    programs: {
      'the fields after the first hundred are not looked at':
        'const MANY = z.object({ ' +
        `${Array.from({ length: 102 }, (_none, index) => `f${index}: z.number()`).join(', ')} })\nexport ` +
        "function f(p) { MANY.parse(p); useField(p, 'f0'); useField(p, 'f99'); useField(p, 'f100'); " +
        "useField(p, 'f101') }",
    },
  },
  {
    language: 'python',
    head: 'import re, os\nWORDS = ["ls", "cat"]\ndef ok(x):\n    return re.fullmatch("[a-z]+", x) is not None\n',
    name: 'several items at once',
    programs: pythonBodies(
      'if not all([ok(p), ok(q)]):\n    raise 1\nuse(p)\nuse(q)',
      'if not any([ok(p), ok(q)]):\n    raise 1\nuse(p)',
      'if any([not ok(p), not ok(q)]):\n    raise 1\nuse(p)',
      'if not all([]):\n    raise 1\nuse(p)',
      'if not all(ok(x) for x in items):\n    raise 1\nfor x in items:\n    use(x)',
      'if not any(ok(x) for x in items):\n    raise 1\nfor x in items:\n    use(x)',
      'if not bool(ok(p)):\n    raise 1\nuse(p)',
      'if bool(ok(p)):\n    raise 1\nuse(p)',
      'for x in filter(ok, items):\n    use(x)',
      'for x in items.filter(ok):\n    use(x)',
      "full = os.path.join(p, q)\nif '..' in full or os.path.isabs(full):\n    raise 1\nuse(full)\nuse(q)",
      "if p != 'a':\n    raise 1\nuse(p)",
      "if p == 'a':\n    use(p)\nelse:\n    use(p)",
      "if p is 'a':\n    use(p)\nelse:\n    use(p)",
      "if p is not 'a':\n    use(p)\nelse:\n    use(p)",
      'if p in WORDS:\n    use(p)\nelse:\n    use(p)',
      'if p not in WORDS:\n    use(p)\nelse:\n    use(p)',
      'bad = [x for x in items if not ok(x)]\nprint(bad)\nif bad:\n    raise 1\nfor x in items:\n    use(x)',
    ),
  },
]
