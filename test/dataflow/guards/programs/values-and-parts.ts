import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const javascript = { language: 'javascript', head: "import path from 'node:path'; import fs from 'node:fs'\nconst ROOT = path.resolve('/data'); const WORDS = ['ls', 'cat']; function must(x) { if (!/^[a-z]+$/.test(x)) throw 1 }\n" } as const
/** What a check of one expression says of another one. */
const pairs = (...texts: readonly (readonly [checked: string, used: string])[]) => bodies(...texts.map(([checked, used]) => `must(${checked}); use(${used})`))
/** A check of what an expression makes of `p`, then `p` and the same expression again. */
const expressions = (...texts: readonly string[]) => bodies(...texts.map((text) => `must(${text}); use(p); use(${text})`))
/** A check of `p`, then what an expression makes of it. */
const kept = (...texts: readonly string[]) => bodies(...texts.map((text) => `must(p); use(${text})`))
/** A function of `p` and `q`: what a check of its result says of what it was handed, and what a check before says of its result. */
const functions = (...texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, `${text}\nexport async function f(p, q) {\n  must(make(p, q))\n  use(p)\n  use(q)\n}\nexport function g(p, q) {\n  must(p)\n  use(make(p, q))\n}`]))
const inside = (...texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, `${text}\nexport async function f(p, q) {\n  const full = make(p, q)\n  if (!full.startsWith(ROOT + path.sep)) throw 1\n  use(full)\n  use(p)\n}`]))

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'the same value by two expressions',
    programs: pairs(
      ['p.a', 'p.a'], ['p.a', 'p.b'], ['p.a', 'q.a'], ["p['a']", 'p.a'], ["p['a']", "p['b']"], ['p[0]', 'p[0]'], ['p[0]', 'p[1]'], ['p[q]', 'p[q]'], ['p[q]', 'p[list]'], ['p[q]', 'q[q]'], ['p[q]', 'p'], ['p?.a', 'p.a'], ['p.a.b', 'p.a.b'], ['p.a.b', 'p.a'], ['p.a', 'p.a.b'], ['await p', 'p'], ['p as string', 'p'], ['p!', 'p'], ['(p)', 'p'], ['p', '`${p}`'], ['`${p}`', '`${p}`'], ['`${p}.a`', '`${p}.a`'], ['p.trim()', 'p.trim()'], ['p.toLowerCase()', 'p.toLowerCase()'], ['p.toLowerCase()', 'p.toUpperCase()'], ['p.slice(1)', 'p.slice(1)'], ['p.slice(1)', 'p.slice(2)'], ['path.resolve(p)', 'path.resolve(p)'], ['path.resolve(p)', 'path.resolve(q)'], ['path.join(ROOT, p)', 'path.join(ROOT, p)'], ['path.join(ROOT, p)', 'path.join(ROOT, q)'], ["p ?? 'a'", "p ?? 'b'"], ['p ?? q', 'p ?? q'], ["p || ''", 'p'], ['p || []', 'p'], ['p || {}', 'p'], ['p || undefined', 'p'], ['p || [q]', 'p'], ['p || null', 'p'], ["p && 'a'", 'p'], ["q ? p : 'a'", 'p'], ['q ? p : q', 'p'], ['q ? p : p', 'p'], ['q ? p.a : p.a', 'p.a'], ['{ a: p }.a', 'p'], ['{ a: p, b: q }.b', 'p'], ['{ ...q, a: p }.a', 'p'], ['{ a: p, ...q }.a', 'p'], ['{ a: q, a: p }.a', 'p'], ['{ [q]: 1, a: p }.a', 'p'], ['{ a: p, [q]: 1 }.a', 'p'], ['[p][0]', 'p'], ['[p, q][1]', 'q'], ['...list', 'list'], ['list[0]', 'list'], ['list', 'list[0]'], ['list', 'list[q]'], ['list.at(0)', 'list'], ['p.length', 'p'], ['+p', 'p'], ['-p', 'p'], ['!p', 'p'], ['typeof p', 'p'], ['p * q', 'p'], ['p + q', 'p'], ['Number(p)', 'p'], ['globalThis.a', 'globalThis.a'], ['WORDS[0]', 'WORDS[0]'], ['this.a', 'this.a'], ['new URL(p)', 'p'], ['new Map(p)', 'p'], ['p.toString(16)', 'p'], ['String(p, q)', 'p'], ['String()', 'p'],
    ),
  },
  {
    ...javascript,
    name: 'texts that stay the same',
    programs: expressions('String(p)', 'Object.freeze(p)', 'structuredClone(p)', 'p.toString()', 'p.trim()', 'p.trimStart()', 'p.trimEnd()', 'p.valueOf()', 'p.normalize()', 'p.toLowerCase()', 'p.toUpperCase()', 'p.toLocaleLowerCase()', 'p.at(0)', 'p.replace(/a/, "")', 'p.replaceAll("a", "b")', "p.replace('..', '')", "p.replace(/\\.\\./g, '')", "p.replace(/[.]/g, '')", "p.replace(/./g, '')", "p.replace(/\\.{2}/g, '')", "p.replace(/a\\.b/g, '')", 'p.split(",")', 'p.map((x) => x)', 'p.filter((x) => x)', 'p.match(/a/)', 'p.join(",")', 'p.concat(q)', 'p.flat()', 'p.format(q)', 'Promise.resolve(p)', 'path.resolve(p)', 'q.resolve(p)', 'p.resolve()', 'p.realpath()', 'p.absolute()', 'q.realpath(p)', 'realpath(p)', 'q.lookup(p)', 'lookup()', 'q.relative_to(p)', 'p.relative_to(q)', 'process.resolve()'),
  },
  {
    ...javascript,
    name: 'what is made of a value that was checked',
    programs: kept('p.a', 'p[0]', 'p[q]', 'p.slice(1)', 'p.toUpperCase()', 'p.trim()', '`${p}`', '`a${p}`', '`${p}${q}`', 'p + p', "p + '/'", '[p]', '[p, q]', '[p, ROOT]', "[p, 'a']", '{ a: p }', '{ a: p, b: q }', 'path.resolve(p)', 'path.join(ROOT, p)', 'path.join(ROOT, p, q)', 'path.join(q, p)', 'path.dirname(p)', 'path.basename(p)', 'p.split(",")', 'p.concat(q)', 'p.concat("a")', 'decodeURIComponent(p)', 'encodeURIComponent(p)', 'p || q', "p || 'a'", 'q ? p : ROOT', 'await p', 'String(p)', 'Number(p)', 'JSON.parse(p)', 'unknown(p)', 'p.unknown()', 'new URL(p)', 'new URL(p).hostname', 'new URL(p, ROOT)', 'p.replace(/a/g, "/")', 'process.env[p]', '(() => p)()', '((x) => x)(p)', '((x) => `${x}.json`)(p)', '((x) => ROOT)(p)'),
  },
  {
    ...javascript,
    name: 'long ways of a value',
    programs: bodies(...[1, 7, 8, 9, 10].flatMap((count) => {
      const cases = (of: string) => `${of}${Array.from({ length: count }, (_none, index) => (index % 2 === 0 ? '.toLowerCase()' : '.toUpperCase()')).join('')}`
      const nested = (open: string, close: string, inner: string) => `${open.repeat(count)}${inner}${close.repeat(count)}`
      return [`must(${cases('p')}); use(p)`, `must(p); use(${cases('p')})`, `must(p); use(${nested('[', ']', 'p')})`, `if (${nested('[...', ']', 'WORDS')}.includes(p)) use(p)`, `const full = ${nested('path.dirname(', ')', 'path.resolve(p)')}; if (!full.startsWith(ROOT + path.sep)) throw 1; use(full)`, `const full = path.resolve(p); if (!full.startsWith(${nested('((x) => x)(', ')', "ROOT + '/'")})) throw 1; use(full)`]
    })),
  },
  {
    ...javascript,
    name: 'functions that make a value of another one',
    programs: functions(
      'const make = (x) => x', 'const make = (x) => x.trim()', 'const make = (x) => x.toLowerCase()', 'const make = (x) => `${x}`', 'const make = (x) => `${x}.json`', 'const make = (x, y) => y', 'const make = (x, y) => (y ? x : y)', 'const make = (x, y) => (y ? x : x.trim())', "const make = (x, y) => (y ? x : '')", 'const make = (x, y) => x || y', 'const make = (x, y) => x + y', 'const make = (x, y) => [x, y]', 'const make = (x, y) => [x, y].join(",")', 'function make(x, y) { if (y) return x; return x }', 'function make(x, y) { if (y) return x; return y }', "function make(x, y) { if (y) return 'a'; return x }", 'function make(x, y) { if (y) return undefined; return x }', 'function make(x, y) { if (y) return; return x }', 'function make(x, y) { if (y) return null; return x }', 'function make(x, y) { if (y) throw 1; return x }', 'function make(x) { const w = x; return w }', 'function make(x) { return inner(x) }\nfunction inner(x) { return x }', 'function make(x) { return make(x) }', 'function make(x, y) { if (y) return make(x, y); return x }', 'async function make(x) { return x }', 'function* make(x) { return x }', 'function make(...x) { return x[0] }', 'function make() { return arguments[0] }', 'function make(x) { return x.a }', 'function make(x) { return { a: x }.a }', 'function make(x) { return { a: x } }', 'function make(x) { return x.split(",")[0] }', 'function make(x) { return decodeURIComponent(x) }', 'function make(x, y) { return y ? decodeURIComponent(x) : x }', 'function make(x) { return encodeURIComponent(x) }', 'function make(x) { return unknown(x) }', 'function make(x) { return x.map((one) => one) }', 'function make(x) { for (const one of x) return one }', 'function make(x) { return Number(x) }', 'function make(x) { return new URL(x).hostname }', 'function make(x) { return new URL(x) }', 'const make = unknown ? (x) => x : (x) => x', 'class Maker { make(x) { return x } }\nconst make = (x) => new Maker().make(x)', 'function make(x) { return WORDS[x] }', 'function make(x) { return x.replace(/a/g, "b") }', 'function make(x) { return path.basename(x) }',
    ),
  },
  {
    ...javascript,
    name: 'functions that make a path of another one',
    programs: inside(
      'const make = (x) => path.resolve(x)', 'const make = (x) => path.normalize(x)', 'const make = (x) => x', 'const make = (x) => path.join(ROOT, x)', 'const make = (x, y) => path.join(y, x)', 'const make = (x) => fs.realpathSync(x)', 'const make = (x) => path.dirname(x)', 'const make = (x) => path.resolve(path.dirname(x))', 'const make = (x, y) => (y ? path.resolve(x) : fs.realpathSync(x))', 'const make = (x, y) => (y ? path.resolve(x) : x)', 'function make(x) { try { return fs.realpathSync(x) } catch { return path.resolve(x) } }', 'function make(x) { try { return fs.realpathSync(x) } catch { return } }', "const make = (x) => path.resolve(x.replace('~', ROOT))", 'const make = (x) => path.resolve(x.trim()).toLowerCase()', 'const make = (x) => path.resolve(decodeURIComponent(x))', 'const make = (x) => path.resolve(`${x}.json`)', 'function make(x) { let at = x; while (!fs.existsSync(at)) at = path.dirname(at); return at }', 'function make(x) { let at = path.resolve(x); while (!fs.existsSync(at)) at = unknown(at); return at }', 'const make = (x) => unknown(path.resolve(x))',
    ),
  },
  {
    ...javascript,
    name: 'checks of values that depend on another one',
    programs: bodies(
      "const w = unknown(p); if (w !== 'a') throw 1; use(p)", "const w = unknown(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = p.unknown(); if (w !== 'a') throw 1; use(p)", "const w = p.padEnd(3); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = `${p}${q}`; if (!/^[a-z]+$/.test(w)) throw 1; use(p); use(q)", "const w = p * 2; if (w !== 4) throw 1; use(p)", "const w = new URL(p).hostname; if (unknown(w) === q) throw 1; use(p)", "const w = new URL(p).port; if (w !== '443') throw 1; use(p)", "const w = path.extname(p); if (w !== '.js') throw 1; use(p)", "const w = q ? unknown(p) : p; if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = q ? p.padEnd(3) : p.padStart(3); if (!/^[a-z]+$/.test(w)) throw 1; use(p); use(q)", "const w = q ? p.padEnd(3) : q; if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = q ? p.padEnd(3) : 'a'; if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = p.padEnd(3) || p.padStart(3); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = (x) => x.padEnd(3); const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = (x, y) => y ? x.padEnd(3) : x.padStart(3); const w = make(p, q); if (!/^[a-z]+$/.test(w)) throw 1; use(p); use(q)", "const make = (x, y) => y ? x.padEnd(3) : y.padStart(3); const w = make(p, q); if (!/^[a-z]+$/.test(w)) throw 1; use(p); use(q)", "const make = (x) => { if (!x) return 'a'; return x.padEnd(3) }; const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = (x) => { if (!x) return; return x.padEnd(3) }; const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = unknown ? (x) => x.padEnd(3) : (x) => x.padStart(3); const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = unknown ? (x) => x.padEnd(3) : (x) => 'a'; const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const make = (x) => x ? make(x.padEnd(3)) : x; const w = make(p); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "const w = [p].join(q); if (!/^[a-z]+$/.test(w)) throw 1; use(p); use(q)", "const w = p.padEnd(3); if (!w.startsWith(ROOT + path.sep)) throw 1; use(p)", "let w = p; for (const one of list) w = w.padEnd(3); if (!/^[a-z]+$/.test(w)) throw 1; use(p)", "if (!/^[a-z]+$/.test(unknown(p))) throw 1; if (!/^[a-z]+$/.test(p.padEnd(3))) throw 1; use(p)", "if (q) { if (!/^[a-z]+$/.test(p.padEnd(3))) throw 1 } use(p)", "if (p) { if (!/^[a-z]+$/.test(p.padEnd(3))) throw 1 } use(p)", "if (q ? !/^[a-z]+$/.test(p.padEnd(3)) : !/^[a-z]+$/.test(p)) throw 1; use(p)", "if (!/^[a-z]+$/.test(p.padEnd(3)) && !/^[a-z]+$/.test(p)) throw 1; use(p)", "const check = (x) => { if (!/^[a-z]+$/.test(x.padEnd(3))) throw 1 }\n check(p); use(p)", "const check = (x) => /^[a-z]+$/.test(x.padEnd(3))\n if (!check(p)) throw 1; use(p)", "for (const one of list) if (!/^[a-z]+$/.test(one.padEnd(3))) throw 1; use(list)",
    ),
  },
  {
    ...javascript,
    name: 'two checks of one value',
    programs: bodies(
      "if (p.includes('..') || path.isAbsolute(p)) throw 1; use(p)", "if (p.includes('..')) throw 1; if (path.isAbsolute(p)) throw 1; use(p)", "if (p.includes('..') && path.isAbsolute(p)) throw 1; use(p)", "if (p.startsWith('/') && !p.startsWith('//')) use(p)", "if (p.startsWith('/')) { if (p.startsWith('//')) throw 1; use(p) }", "if (p.startsWith('/') || !p.startsWith('//')) use(p)", "if (/[;&|`$()<>\"'\\\\\\s]/.test(p)) throw 1; if (p.includes('-')) throw 1; use(p)", "if (p.includes(';')) throw 1; if (p.includes('|')) throw 1; use(p)", "if (p === 'a' || /^[0-9]+$/.test(p)) use(p)", "if (q ? p === 'a' : /^[a-z]+$/.test(p)) use(p)", "if (q ? p.startsWith('/data/') : p.startsWith('/srv/')) use(p)", "if (q ? p.startsWith('/data') : p.startsWith('/srv')) use(p)", "if (q ? p.startsWith('/data') : /^[a-z]+$/.test(p)) use(p)", "const full = path.resolve(p); if (full === ROOT || full.startsWith(ROOT + path.sep)) use(full)", "const full = path.resolve(p); if (full !== ROOT && !full.startsWith(ROOT + path.sep)) throw 1; use(full)", "const full = path.resolve(p); if (full === q || full.startsWith(ROOT + path.sep)) use(full)", "if (p.includes('..')) throw 1; use(path.join(ROOT, p)); use(`/data/${p}`); use(`${p}/data`)", "if (p.includes('..')) throw 1; fs.readFileSync(p); use(path.join(p, ROOT)); use(path.join(q, p))", "if (['rm', 'mv'].includes(p)) throw 1; if (!/^[a-z]+$/.test(p)) throw 1; use(p)", "if (p.startsWith('https://') || p.startsWith('http://')) use(p)", "if (!p.startsWith('https://')) throw 1; if (!p.startsWith('https://a.example/')) throw 1; use(p)", "if (p.startsWith('javascript:') || p.startsWith('file:')) throw 1; use(p)", "if (p.startsWith('file:')) throw 1; if (!/^https?:/.test(p)) throw 1; use(p)",
    ),
  },
  {
    language: 'python',
    head: 'import os, re\nfrom pathlib import Path\nROOT = os.path.realpath("/data")\ndef must(x):\n    if not re.fullmatch("[a-z]+", x):\n        raise ValueError()\n',
    name: 'values and parts in Python',
    programs: pythonBodies(
      ...['str(p)', 'os.fspath(p)', 'p.strip()', 'p.as_posix()', 'p.lower()', 'p.upper()', 'p.casefold()', 'p.rstrip("/")', 'p.removeprefix("a")', 'p.split("/")[0]', 'p.parts', 'Path(p)', 'Path(p).parent', 'Path(p).name', 'p.joinpath(q)', 'p.relative_to(q)', 'p / q', 'p.resolve()', 'p.resolve(True)', 'p.expanduser()', 'p.format(q)', '"{}".format(p)', 'f"{p}"', 'p % q', 'p["a"]', 'p.a', 'p.get("a")', 'p[0]', 'p or "a"', 'p or None', 'p if q else "a"', 'int(p)', '[p]', '(p, q)', '{"a": p}["a"]', 'os.path.join(ROOT, p)', 'unknown(p)', 'p.unknown()', 'len(p)', 'not p', '-p'].map((text) => `must(${text})\nuse(p)\nuse(${text})`),
    ),
  },
]
