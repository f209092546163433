import { describe, expect, it } from 'vitest'
import { guardsOf, type SinkKind } from './guarded-flows.ts'

/** Kind of the sink, program, and expected result, by name. */
const cases: Readonly<Record<string, readonly [kind: SinkKind, text: string, guards: string]>> = {
  'an interceptor that a setting adds': [
    'url',
    `import axios from 'axios'
const client = axios.create()
if (process.env.STRICT) client.interceptors.request.use((config) => { const u = new URL(config.url);
  if (u.hostname !== 'api.example.com') throw new Error('no'); return config })
function f(a, b) { return client.get(a) }`,
    'open',
  ],
  'hosts in an object of settings': [
    'url',
    `const DEFAULT_HOSTS = ['status.example.com']
const config = { allowedHosts: [...DEFAULT_HOSTS] }
function f(a, b) { const t = new URL(a);
  if (config.allowedHosts.length > 0 && !config.allowedHosts.includes(t.hostname)) throw new Error('no');
  return use(t.href) }`,
    'safe',
  ],
  'a switch whose default throws': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': case 'df': break; default: throw new Error('no') } return use(a) }`,
    'safe',
  ],
  'a switch with a case of another value first': [
    'command',
    `function f(a, b) { switch (a) { case b: break; case 'ls': break; default: throw new Error('no') } return use(a) }`,
    'open',
  ],
  'a switch with a case of another value last': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': break; case b: break; default: throw new Error('no') } return use(a) }`,
    'open',
  ],
  'a switch with a case of a text with another value': [
    'command',
    `function f(a, b) { switch (a) { case \`\${b}\`: break; case 'ls': break; default: throw 1 } return use(a) }`,
    'open',
  ],
  'a switch with a case of a result': [
    'command',
    `function f(a, b) { switch (a) { case b.trim(): break; case 'ls': break; default: throw 1 }
  return use(a) }`,
    'open',
  ],
  'a switch with a case of another value after the default': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': break; default: throw new Error('no'); case b: break } return use(a) }`,
    'open',
  ],
  'a switch with a case of another value that runs on': [
    'command',
    `function f(a, b) { switch (a) { case b: console.log(1); case 'ls': break; default: throw 1 } return use(a) }`,
    'open',
  ],
  'a switch after other tests': [
    'command',
    `function f(a, b) { const c = b ?? 'x'; if (!c) throw 1; switch (c) { case b: console.log(c) }
  switch (a) { case 'ls': break; default: throw 1 } return use(a) }`,
    'safe',
  ],
  'a pattern of a list of names': [
    'command',
    `const NAMES = ['ls', 'df']
const pattern = new RegExp(\`^(?:\${NAMES.join('|')})$\`)
function f(a, b) { if (!pattern.test(a)) throw new Error('no'); return use(a) }`,
    'safe',
  ],
  'a pattern of the settings': [
    'path',
    `const pattern = new RegExp(process.env.NAME_PATTERN)
function f(a, b) { if (!pattern.test(a)) throw new Error('no'); return use(a) }`,
    'undecided',
  ],
  'a pattern of each character': [
    'command',
    `function f(a, b) { if (![...a].every((c) => /[a-z0-9]/.test(c))) throw new Error('no'); return use('ping ' + a) }`,
    'safe',
  ],
  'a pattern of each element of a list': [
    'command',
    `function checked(names) { if (![...names].every((c) => /[a-z]/.test(c))) throw 1; return names.join(' ') }
function f(a, b) { return 1 }
new McpServer({ name: 'o', version: '1' }).tool('o', 'Does', { names: z.array(z.string()) }, async ({ names }) =>
  use('ls ' + checked(names)))`,
    'pattern-not-anchored',
  ],
  'a pattern of each element of a list, without a helper': [
    'command',
    `function f(a, b) { return 1 }
new McpServer({ name: 'o', version: '1' }).tool('o', 'Does', { names: z.array(z.string()) }, async ({ names }) => {
  if (![...names].every((c) => /[a-z]/.test(c))) throw 1;
  return use('ls ' + names.join(' ')) })`,
    'pattern-not-anchored',
  ],
  'a pattern of each element of a list in a loop': [
    'command',
    `function checked(names) { for (const c of [...names]) { if (!/[a-z]/.test(c)) throw 1 } return names.join(' ') }
function f(a, b) { return 1 }
new McpServer({ name: 'o', version: '1' }).tool('o', 'Does', { names: z.array(z.string()) }, async ({ names }) =>
  use('ls ' + checked(names)))`,
    'pattern-not-anchored',
  ],
  'a pattern of each element of a list in a loop, without a helper': [
    'command',
    `function f(a, b) { return 1 }
new McpServer({ name: 'o', version: '1' }).tool('o', 'Does', { names: z.array(z.string()) }, async ({ names }) => {
  for (const c of [...names]) { if (!/[a-z]/.test(c)) throw 1 }
  return use('ls ' + names.join(' ')) })`,
    'pattern-not-anchored',
  ],
  'a pattern of each character of a trimmed text': [
    'command',
    `function f(a, b) { const t = a.trim(); if (![...t].every((c) => /[a-z0-9]/.test(c))) throw new Error('no');
  return use('ping ' + t) }`,
    'safe',
  ],
  'a list of each character': [
    'command',
    `const ALLOWED = 'abcdefghijklmnopqrstuvwxyz0123456789'
function f(a, b) { if (!a.split('').every((c) => ALLOWED.includes(c))) throw new Error('no');
  return use('ping ' + a) }`,
    'safe',
  ],
  'a list of a result and a reason': [
    'path',
    `import path from 'node:path'
function check(p) { const full = path.resolve('/srv', p);
  if (!full.startsWith('/srv/')) return [false, 'outside']; return [true, null] }
function f(a, b) { const [ok, reason] = check(a); if (!ok) throw new Error(reason);
  return use(path.resolve('/srv', a)) }`,
    'safe',
  ],
  'each character of a spread text': [
    'command',
    `const ALLOWED = 'abc;| $'
function f(a, b) { if (![...a].every((c) => ALLOWED.includes(c))) throw new Error('no'); return use('ping ' + a) }`,
    'open',
  ],
  'each character of a spread text, without signs of a shell': [
    'command',
    `const ALLOWED = 'abc'
function f(a, b) { if (![...a].every((c) => ALLOWED.includes(c))) throw new Error('no'); return use('ping ' + a) }`,
    'safe',
  ],
  'each character in a loop': [
    'command',
    `const ALLOWED = new Set(['a', ';'])
function f(a, b) { for (const c of a) { if (!ALLOWED.has(c)) throw new Error('no') } return use('ping ' + a) }`,
    'open',
  ],
  'a switch without default': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': case 'df': break } return use(a) }`,
    'open',
  ],
  'a switch whose default goes on': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': break; case 'df': break; default: console.log('odd') } return use(a) }`,
    'open',
  ],
  'a switch over another value': [
    'command',
    `function f(a, b) { switch (b) { case 'ls': break; default: throw new Error('no') } return use(a) }`,
    'open',
  ],
  'a switch that returns': [
    'command',
    `function f(a, b) { switch (a) { case 'ls': return use(a); case 'df': return use(a); default: return 'no' } }`,
    'safe',
  ],
  'a pattern of names of the environment': [
    'command',
    `const NAMES = process.env.NAMES.split(',')
const pattern = new RegExp(\`^(?:\${NAMES.join('|')})$\`)
function f(a, b) { if (!pattern.test(a)) throw new Error('no'); return use(a) }`,
    'undecided',
  ],
  'a pattern of names without anchors': [
    'command',
    `const NAMES = ['ls', 'df']
const pattern = new RegExp(NAMES.join('|'))
function f(a, b) { if (!pattern.test(a)) throw new Error('no'); return use(a) }`,
    'pattern-not-anchored',
  ],
  'hosts in an object that the program changes': [
    'url',
    `const config = { allowedHosts: ['status.example.com'] }
export function setHosts(list) { config.allowedHosts = list }
setHosts((process.env.HOSTS ?? '').split(',').filter(Boolean))
function f(a, b) { const t = new URL(a);
  if (config.allowedHosts.length > 0 && !config.allowedHosts.includes(t.hostname)) throw new Error('no');
  return use(t.href) }`,
    'off-by-default',
  ],
  'a pattern of each word': [
    'command',
    `function f(a, b) { const words = a.split(' ');
  if (!words.every((c) => /[a-z0-9]/.test(c))) throw new Error('no'); return use('ping ' + a) }`,
    'pattern-not-anchored',
  ],
}

describe('checks in JavaScript', () => {
  it.each(Object.entries(cases))('are decided: %s', (_name, [kind, text, guards]) => {
    expect(guardsOf('javascript', kind, text)).toBe(guards)
  })
})
