import { describe, expect, it } from 'vitest'
import { guardsOf, type SinkKind } from './guarded-flows.ts'

/** Checks in the program's own code that decide whether the value is used but prove nothing. */
const undecided: Readonly<Record<string, readonly [language: 'javascript' | 'python', kind: SinkKind, text: string]>> =
  {
    'a path that a loop over its parts normalizes': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2)
function canon(p) { let s = p; while (s.includes('//')) s = s.replace('//', '/'); const out = [];
  for (const part of s.split('/')) { if (part === '..') out.pop();
  else if (part !== '.') out.push(part) } return out.join('/') }
function f(a, b) { const p = canon(a); if (!roots.some((r) => p.startsWith(r + '/'))) throw new Error('no');
  return use(a) }`,
    ],
    'one of five classes': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2)
class A { ok(p) { return roots.some((r) => path.resolve(p).startsWith(r + path.sep)) } }
class B { ok(p) { return roots.some((r) => path.resolve(p).startsWith(r + path.sep)) } }
class C { ok(p) { return roots.some((r) => path.resolve(p).startsWith(r + path.sep)) } }
class D { ok(p) { return roots.some((r) => path.resolve(p).startsWith(r + path.sep)) } }
class E { ok(p) { return roots.some((r) => path.resolve(p).startsWith(r + path.sep)) } }
const all = [new A(), new B(), new C(), new D(), new E()]
const guard = all[Number(process.env.WHICH)]
function f(a, b) { if (!guard.ok(a)) throw new Error('no'); return use(path.resolve(a)) }`,
    ],
    'functions that call each other six times': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2)
const l6 = (p) => roots.some((r) => path.resolve(p).startsWith(r + path.sep))
const l5 = (p) => l6(p)
const l4 = (p) => l5(p)
const l3 = (p) => l4(p)
const l2 = (p) => l3(p)
const l1 = (p) => l2(p)
function f(a, b) { if (!l1(a)) throw new Error('no'); return use(path.resolve(a)) }`,
    ],
    'a field that a method sets': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2)
class Check { constructor() { this.bad = false } run(p) { for (const r of roots) {
  if (!path.resolve(p).startsWith(r + path.sep)) this.bad = true } } }
function f(a, b) { const c = new Check(); c.run(a); if (c.bad) throw new Error('no'); return use(a) }`,
    ],
    'a list of complaints that a function fills': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2)
function collect(p, errors) {
  if (!roots.some((r) => path.resolve(p).startsWith(r + path.sep))) errors.push('outside') }
function f(a, b) { const errors = []; collect(a, errors);
  if (errors.length > 0) throw new Error(errors.join()); return use(a) }`,
    ],
    'a variable that a callback sets': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2).map((d) => path.resolve(d))
function f(a, b) { const full = path.resolve(a); let ok = false; roots.forEach((d) => {
  if (full.startsWith(d + path.sep)) ok = true }); if (!ok) throw new Error('no'); return use(full) }`,
    ],
    'a result that is reduced': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2).map((d) => path.resolve(d))
function f(a, b) { const full = path.resolve(a);
  const ok = roots.reduce((all, d) => all || full.startsWith(d + path.sep), false);
  if (!ok) throw new Error('no'); return use(full) }`,
    ],
    'a number of folders': [
      'javascript',
      'path',
      `import path from 'node:path'
const roots = process.argv.slice(2).map((d) => path.resolve(d))
function f(a, b) { const full = path.resolve(a);
  const hits = roots.filter((d) => full.startsWith(d + path.sep)).length;
  if (hits !== 1) throw new Error('no'); return use(full) }`,
    ],
    'parts that are compared one by one': [
      'javascript',
      'path',
      `import path from 'node:path'
const root = path.resolve(process.argv[2]).split(path.sep)
function inside(p) { const parts = path.resolve(p).split(path.sep); for (let i = 0; i < root.length; i++) {
  if (parts[i] !== root[i]) return false } return true }
function f(a, b) { if (!inside(a)) throw new Error('no'); return use(a) }`,
    ],
    'a depth that is counted': [
      'javascript',
      'path',
      `function safe(p) { let depth = 0; for (const part of p.split('/')) { if (part === '..') depth--;
  else if (part !== '.') depth++; if (depth < 0) return false } return !p.startsWith('/') }
function f(a, b) { if (!safe(a)) throw new Error('no'); return use('/srv/' + a) }`,
    ],
    'words that a function splits': [
      'javascript',
      'command',
      `const ALLOWED = new Set(['ls', 'df'])
function words(s) { const out = []; let cur = ''; for (const c of s) { if (c === ' ') { out.push(cur);
  cur = '' } else cur += c } out.push(cur); return out }
function f(a, b) { for (const w of words(a)) { if (!ALLOWED.has(w)) throw new Error('no') } return use(a) }`,
    ],
    'labels of a host': [
      'javascript',
      'url',
      `const DOMAINS = process.env.DOMAINS.split(',')
function allowed(host) { const labels = host.split('.').reverse();
  return DOMAINS.some((d) => d.split('.').reverse().every((l, i) => labels[i] === l)) }
function f(a, b) { if (!allowed(new URL(a).hostname)) throw new Error('no'); return use(a) }`,
    ],
    'a host that a function cuts out': [
      'javascript',
      'url',
      `const HOSTS = new Set(process.env.HOSTS.split(','))
function hostOf(u) { const rest = u.slice(u.indexOf('://') + 3); let end = rest.length;
  for (const c of '/?#') { const i = rest.indexOf(c);
  if (i >= 0 && i < end) end = i } return rest.slice(0, end).toLowerCase() }
function f(a, b) { if (!HOSTS.has(hostOf(a))) throw new Error('no'); return use(a) }`,
    ],
    'words that a function splits in Python': [
      'python',
      'command',
      `ALLOWED = {"ls", "df"}
def tokens(s):
    out = []
    cur = ""
    for c in s:
        if c == " ":
            out.append(cur)
            cur = ""
        else:
            cur += c
    out.append(cur)
    return out
def f(a, b):
    for t in tokens(a):
        if t not in ALLOWED:
            raise ValueError("no")
    return use(a)`,
    ],
    'labels of a host in Python': [
      'python',
      'url',
      `from urllib.parse import urlparse
import os
DOMAINS = os.environ["DOMAINS"].split(",")
def allowed(host):
    labels = host.split(".")
    for d in DOMAINS:
        want = d.split(".")
        if labels[-len(want):] == want:
            return True
    return False
def f(a, b):
    if not allowed(urlparse(a).hostname):
        raise ValueError("no")
    return use(a)`,
    ],
    'a list of complaints that a function fills in Python': [
      'python',
      'path',
      `import os, sys
ROOTS = sys.argv[1:]
def collect(p, errors):
    if not any(os.path.realpath(p).startswith(r + os.sep) for r in ROOTS):
        errors.append("outside")
def f(a, b):
    errors = []
    collect(a, errors)
    if errors:
        raise ValueError("; ".join(errors))
    return use(a)`,
    ],
  }

describe('checks that the program writes itself', () => {
  it.each(Object.entries(undecided))('are undecided if they prove nothing: %s', (_name, [language, kind, text]) => {
    expect(guardsOf(language, kind, text)).toBe('undecided')
  })
})
