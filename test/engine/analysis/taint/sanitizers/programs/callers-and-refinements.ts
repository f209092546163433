import { bodies, type WholePrograms } from '../program-group.ts'

const head =
  "import path from 'node:path'; import fs from 'node:fs'; import dns from 'node:dns/promises'; import { z } " +
  `from 'zod'
const ROOT = path.resolve('/data'); const WORDS = ['ls', 'cat']
const PATTERNS = [/^10\\./, /^127\\./, /^172\\.(1[6-9]|2\\d|3[01])\\./, /^192\\.168\\./, /^169\\.254\\./]
function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }
function is(x) { return /^[a-z]+$/.test(x) }
`
const javascript = { language: 'javascript', head } as const
const lines = (...text: readonly string[]) => `${text.join('\n')}\n`

/** A function that compares a path with a folder parameter. */
const inside = 'function inside(x, root) { if (!path.resolve(x).startsWith(root + path.sep)) throw 1; use(x) }'
/** Returns one function per letter. Each passes its two parameters to the previous one. */
const chain = (...letters: readonly string[]) =>
  letters.map((letter, index) => `function ${letter}(x, root) { ${letters[index - 1] ?? 'inside'}(x, root) }`)

/** A pydantic model with a validator for one field. */
const model = (...body: readonly string[]) =>
  lines(
    'from pydantic import BaseModel, field_validator',
    'import re',
    'def ok(x):',
    '    if not re.fullmatch("[a-z]+", x):',
    '        raise ValueError()',
    'class A(BaseModel):',
    '    a: str',
    '    b: str',
    "    @field_validator('a')",
    '    @classmethod',
    '    def check(cls, v):',
    ...body.map((line) => `        ${line}`),
    'def f(p, q):',
    '    m = A(**p)',
    '    use(m.a)',
    '    use(m.b)',
    '    n = A.model_validate(q)',
    '    use(n.a)',
  )

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'a check that one of two callers prepares for',
    programs: Object.fromEntries(
      [
        ['if (!x.startsWith(ROOT + path.sep)) throw 1', 'path.resolve(ROOT, p)'],
        ['if (!x.startsWith(ROOT + path.sep)) throw 1', 'fs.realpathSync(p)'],
        ['if (!x.startsWith(ROOT + path.sep)) throw 1', 'p.trim()'],
        ["if (!x.startsWith(ROOT + '/') || x.startsWith('/data/secret')) throw 1", 'path.resolve(ROOT, p)'],
        ['if (!x.startsWith(ROOT)) throw 1', 'path.resolve(ROOT, p)'],
        ["if (x.startsWith('..')) throw 1", 'path.normalize(p)'],
        ["if (x.startsWith('..') || path.isAbsolute(x)) throw 1", 'path.relative(ROOT, p)'],
        ["if (x.startsWith('..') || path.isAbsolute(x)) throw 1", 'p'],
        ["if (!x.startsWith('https://a.example')) throw 1", 'path.normalize(p)'],
        ['if (!is(x)) throw 1', 'path.normalize(p)'],
      ].map(([check, made]) => [
        `${check}, of ${made}`,
        lines(
          `function check(x) { ${check} }`,
          `export function f(p) { const full = ${made}; check(full); use(full); if (path.isAbsolute(full)) ` +
            'throw 1; use(full) }',
          'export function g(q) { check(q); use(q) }',
        ),
      ]),
    ),
  },
  {
    ...javascript,
    name: 'folders that callers choose',
    programs: {
      'own folders in an object': lines(
        inside,
        'function inner(cfg, p) { inside(path.join(cfg.dir, p), cfg.root) }',
        'export function f(p) { inner({ dir: ROOT, root: ROOT }, p) }',
      ),
      'folders in an object of a caller': lines(
        inside,
        'function inner(cfg, p) { inside(path.join(cfg.dir, p), cfg.root) }',
        'export function f(p, cfg) { inner(cfg, p) }',
      ),
      'a folder beside the path': lines(inside, 'export function f(args) { inside(args.x, args.root) }'),
      'a folder beside the path, passed on': lines(
        inside,
        ...chain('a'),
        'export function f(args) { a(args.x, args.root) }',
      ),
      'a folder beside the path, passed on twice': lines(
        inside,
        ...chain('a', 'b'),
        'export function f(args) { b(args.x, args.root) }',
      ),
      'another argument': lines(inside, ...chain('a'), 'export function f(x, root) { a(x, root) }'),
      'an own folder': lines(inside, ...chain('a'), 'export function f(x) { a(x, ROOT) }'),
      'an own folder, passed on': lines(
        inside,
        ...chain('a', 'b', 'c', 'd', 'e', 'g'),
        'export function f(x) { g(x, ROOT) }',
      ),
      'no folder': lines(inside, 'export function f(x) { inside(x) }'),
      'no path': lines(inside, 'export function f(root) { inside(undefined, root) }'),
      'an own folder and one of a caller': lines(
        inside,
        'export function f(x, root) { inside(x, ROOT); inside(x, root) }',
      ),
      'a folder of an object, its path elsewhere': lines(
        inside,
        'export function f(x, req) { inside(x, path.join(ROOT, req.root)) }',
      ),
      'a folder that a function makes of a name': lines(
        'const under = (name) => path.join(ROOT, name)',
        "export function f(p) { must(p); use(path.join(under('a'), p)); use(path.join(under(p), 'a')); " +
          "use(path.join(p, under('a'))) }",
      ),
      'a folder that a function makes of the same name': lines(
        'const under = (name) => path.join(ROOT, name)',
        'export function f(p, q) { if (!path.resolve(p).startsWith(under(q) + path.sep)) throw 1; use(p) }',
        "export function g(p) { if (!path.resolve(p).startsWith(under('a') + path.sep)) throw 1; use(p) }",
      ),
      'a folder of the function around': lines(
        'export function f(p, root) { const ok = (x) => path.resolve(x).startsWith(root + path.sep); if ' +
          '(!ok(p)) throw 1; use(p) }',
        'export function g(p) { const root = ROOT; const ok = (x) => path.resolve(x).startsWith(root + ' +
          'path.sep); if (!ok(p)) throw 1; use(p) }',
      ),
      'a variable that is set to itself':
        'let x\nfunction set() { x = x }\nexport function f(p) { set(); if (p !== x) throw 1; use(p); use(x) }',
      'a function that calls itself': lines(
        'function walk(x, root) { if (!path.resolve(x).startsWith(root + path.sep)) throw 1; use(x); walk(x ' +
          "+ '/a', root) }",
        'export function f(x) { walk(x, ROOT) }',
      ),
    },
  },
  {
    ...javascript,
    name: 'lists of constants',
    programs: bodies(
      'const NONE = []; if (!NONE.includes(p)) throw 1; use(p)',
      'const NONE = []; if (NONE.includes(p)) throw 1; use(p)',
      "const M = new Map([['a', (x) => x], ['b', q]]); if (!M.has(p)) throw 1; use(p)",
      "const M = new Map([['a', (x) => x], ['b', String]]); if (!M.has(p)) throw 1; use(p)",
      "const M = new Map([['a', 1], ['b', 2]]); if (!M.has(p)) throw 1; use(p)",
      "const NO = [['..'], ['/']]; if (NO.some((x) => p.includes(x))) throw 1; use(p)",
      "const NO = ['..', '/']; if (NO.some((x) => p.includes(x))) throw 1; use(p)",
      "const NO = ['..', q]; if (NO.some((x) => p.includes(x))) throw 1; use(p)",
      "const A = ['..']; const NO = [...A, '/']; if (NO.some((x) => p.includes(x))) throw 1; use(p)",
      "const NO = { '..': 1, '/': 2 }; if (Object.keys(NO).some((x) => p.includes(x))) throw 1; use(p)",
      "const NO = { '..': 1, ...q }; if (Object.keys(NO).some((x) => p.includes(x))) throw 1; use(p)",
      "const NO = new Set(['..', '/']); for (const x of NO) if (p.includes(x)) throw 1; use(p)",
      "const NO = Object.freeze(['..', '/']); for (const x of NO) if (p.includes(x)) throw 1; use(p)",
      "const NO = unknown(['..', '/']); for (const x of NO) if (p.includes(x)) throw 1; use(p)",
      'const NO = new Set(); for (const x of NO) if (p.includes(x)) throw 1; use(p)',
      ...[6, 7, 8, 9].map(
        (count) =>
          `const NO = ${'[...'.repeat(count)}['..', '/']${']'.repeat(count)}; if (NO.some((x) => ` +
          'p.includes(x))) throw 1; use(p)',
      ),
    ),
  },
  {
    ...javascript,
    name: 'functions of which one is called',
    programs: Object.fromEntries(
      [
        ['(x) => PATTERNS.some((one) => one.test(x))', '(x) => false'],
        ['(x) => PATTERNS.some((one) => one.test(x))', '(x) => PATTERNS.some((one) => one.test(x)) || x === q'],
        [
          'async (x) => PATTERNS.some((one) => one.test((await dns.lookup(x)).address))',
          '(x) => PATTERNS.some((one) => one.test(x))',
        ],
        ['(x) => PATTERNS.some((one) => one.test(x))', '(x) => !PATTERNS.some((one) => one.test(x))'],
        ['(x) => !is(x)', '(x) => !is(x) || q'],
        ['(x) => !is(x)', '(x) => q'],
      ].map(([one, other]) => [
        `${one}, or ${other}`,
        `export async function f(p, q) { const check = q ? ${one} : ${other}; if (await check(p)) throw 1; use(p) }`,
      ]),
    ),
  },
  {
    ...javascript,
    name: 'functions that schemas call',
    programs: bodies(
      ...[
        'z.string().refine((v) => is(v))',
        'z.string().refine(() => true)',
        'z.string().refine(() => is(q))',
        'z.string().refine(q ? () => true : (v) => is(v))',
        'z.string().refine(q ? (v) => is(v) && is(q) : (v) => is(v))',
        'z.string().refine(is)',
        'z.string().refine(unknown)',
        'z.string().superRefine((v, c) => { if (!is(v)) c.addIssue({}) })',
        'z.string().superRefine((v, c) => { if (!is(v)) c.addIssue() })',
        "z.string().superRefine((v, c) => { if (!is(v)) c.issues.push('no') })",
        "z.string().superRefine((v, c) => { if (!is(v)) c.other.push('no') })",
        "z.string().superRefine((v, c) => { if (!is(v)) list.push('no') })",
        "z.string().superRefine((v, c) => { if (!is(v)) list.push('no'); if (q) c.addIssue({}) })",
        'z.string().superRefine((v, c) => { must(v) })',
        'z.string().superRefine((v, c) => { if (!is(v)) { c.addIssue({}); return } return })',
        'z.string().superRefine((v, c) => { if (is(v)) return; c.addIssue({}) })',
        'z.string().superRefine((v, c) => { if (q) return; if (!is(v)) c.addIssue({}) })',
        'z.string().superRefine((v, c) => { if (!is(v)) { if (q) { c.addIssue({}); return } c.addIssue({}); ' +
          'return } })',
        'z.string().superRefine((v, c) => { if (!is(v)) { if (q) c.addIssue({}) } })',
        'z.string().superRefine((v, c) => { if (!is(v)) { c.addIssue({}); throw 1 } })',
        'z.string().superRefine((v, c) => { [v].forEach((w) => { if (!is(v)) c.addIssue({}) }) })',
        'z.string().superRefine((v, c) => { try { must(v) } catch { c.addIssue({}) } })',
      ].map((schema) => `const S = ${schema}; use(S.parse(p)); use(p)`),
      'const S = z.object({ a: z.string().refine((v) => is(v)) }); use(S.parse(p).a); const { a } = S.parse(q); use(a)',
      'const S = z.object({ a: z.object({ b: z.object({ c: z.object({ d: z.object({ e: ' +
        'z.string().refine((v) => is(v)) }) }) }) }) }); use(S.parse(p).a.b.c.d.e); use(S.parse(p).a.b)',
      'const S = z.object({ a: z.string(), b: z.string() }).refine((v) => is(v.a)); use(S.parse(p).a); ' +
        'use(S.parse(p).b); use(p.a)',
      'const S = z.object({ a: z.string(), b: z.string() }).refine((v) => is(v.a)); entry(p, S); use(p.a); use(p.b)',
      'const S = z.object({ a: z.object({ b: z.string().refine((v) => is(v)) }) }); entry(p, S); use(p.a.b); use(p.b)',
      'const S = z.object({ a: z.object({ b: z.object({ c: z.object({ d: z.string().refine((v) => is(v)) }) ' +
        '}) }) }); entry(p, S); use(p.a.b.c.d)',
    ),
  },
  {
    language: 'python',
    head: '',
    name: 'validators of fields',
    programs: Object.fromEntries(
      [
        ['ok(v)', 'return v'],
        ['if ok(v) is None:', '    return v', 'raise ValueError()', 'return v'],
        ["if v == 'x':", '    return', 'ok(v)', 'return v'],
        ["if v == 'x':", "    return 'y'", 'ok(v)', 'return v'],
        ['if len(v) > 9:', '    return v', 'ok(v)', 'return v'],
        ['ok(v)', 'return v.upper()'],
        ['w = v.strip()', 'ok(w)', 'return w'],
        ['ok(v)'],
        ['if len(v) > 9:', '    raise ValueError()', '    return v', 'ok(v)', 'return v'],
        ['return v'],
        ['if v.a == 1:', '    raise ValueError()', 'return v.a'],
        ["return 'a'"],
      ].map((body) => [body.join('; '), model(...body)]),
    ),
  },
]
