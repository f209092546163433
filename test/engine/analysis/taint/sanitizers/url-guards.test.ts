import { describe, expect, it } from 'vitest'
import { judgedUses } from './judged-text.ts'

const head =
  `import dns from 'node:dns/promises'; import net from 'node:net'; import agents from 'ssrf-req-filter'
const HOSTS = ['a.example.com', 'b.example.com']
function isPrivate(ip) { const [a, b] = ip.split('.').map(Number); return a === 10 || a === 127 || (a === ` +
  `172 && b >= 16 && b <= 31) || (a === 192 && b === 168) }
`

const cases: readonly [name: string, text: string, isCleared: boolean, mistakes: readonly string[]][] = [
  [
    'a host in a set',
    'const SET = new Set(HOSTS); export function f(u) { if (!SET.has(new URL(u).hostname)) throw 1; use(u) }',
    true,
    [],
  ],
  [
    'a host or one below it',
    'export function f(u) { const h = new URL(u).hostname.toLowerCase(); if (!HOSTS.some((d) => h === d || ' +
      "h.endsWith('.' + d))) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'the end of a host without dot',
    'export function f(u) { const h = new URL(u).hostname; if (!HOSTS.some((d) => h === d || ' +
      'h.endsWith(d))) throw 1; use(u) }',
    false,
    ['suffix-without-dot'],
  ],
  [
    'a host in the text',
    "export function f(u) { if (!u.includes('example.com')) throw 1; use(u) }",
    false,
    ['host-in-text'],
  ],
  [
    'the scheme alone',
    "export function f(u) { const p = new URL(u); if (!['http:', 'https:'].includes(p.protocol)) throw 1; use(u) }",
    false,
    ['scheme-alone'],
  ],
  [
    'an address with its host ended',
    "export function f(u) { if (!u.startsWith('https://a.example.com/')) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'an address without end of host',
    "export function f(u) { if (!u.startsWith('https://a.example.com')) throw 1; use(u) }",
    false,
    ['prefix-of-address'],
  ],
  [
    'addresses that its name resolves to',
    'export async function f(u) { const found = await dns.lookup(new URL(u).hostname, { all: true }); for ' +
      '(const { address } of found) { if (isPrivate(address)) throw 1 } use(u) }',
    true,
    [],
  ],
  [
    'a function that resolves and throws',
    'async function check(u) { const { hostname } = new URL(u); const found = await dns.lookup(hostname, { ' +
      'all: true }); if (found.some((one) => isPrivate(one.address))) throw 1 }\nexport async function f(u) { ' +
      'await check(u); use(u) }',
    true,
    [],
  ],
  [
    'a function that nobody waits for',
    'async function check(u) { const { hostname } = new URL(u); const found = await dns.lookup(hostname, { ' +
      'all: true }); if (found.some((one) => isPrivate(one.address))) throw 1 }\nexport async function f(u) { ' +
      'check(u); use(u) }',
    false,
    [],
  ],
  [
    'a list of blocks',
    'const list = new net.BlockList(); export async function f(u) { const { address } = await ' +
      'dns.lookup(new URL(u).hostname); if (list.check(address)) throw 1; use(u) }',
    true,
    [],
  ],
  [
    'private ranges of the name as text',
    "export function f(u) { const h = new URL(u).hostname; if (h === 'localhost' || h.startsWith('10.') || " +
      "h.startsWith('192.168.') || /^127\\./.test(h)) throw 1; use(u) }",
    false,
    ['names-not-resolved'],
  ],
  [
    'a private test of the host as text, and of what it resolves to',
    'async function check(h) { if (net.isIP(h) !== 0) { if (isPrivate(h)) throw 1; return } const found = ' +
      'await dns.lookup(h, { all: true }); if (found.some((one) => isPrivate(one.address))) throw 1 }\nexport ' +
      'async function f(u) { await check(new URL(u).hostname); use(u) }',
    true,
    [],
  ],
  [
    'a function that tells private addresses, asked the wrong way round',
    'export async function f(u) { const { address } = await dns.lookup(new URL(u).hostname); if ' +
      '(!isPrivate(address)) throw 1; use(u) }',
    false,
    [],
  ],
  [
    'a function that tells public addresses',
    'function isPublic(ip) { if (isPrivate(ip)) return false; return true }\nexport async function f(u) { ' +
      'const { address } = await dns.lookup(new URL(u).hostname); if (!isPublic(address)) throw 1; use(u) }',
    true,
    [],
  ],
  [
    'a function that tells public addresses, asked the wrong way round',
    'function isPublic(ip) { if (isPrivate(ip)) return false; return true }\nexport async function f(u) { ' +
      'const { address } = await dns.lookup(new URL(u).hostname); if (isPublic(address)) throw 1; use(u) }',
    false,
    [],
  ],
  [
    'an answer in an object that says why not',
    "function check(ip) { if (ip.startsWith('10.') || ip.startsWith('127.') || ip.startsWith('192.168.')) " +
      "return { ok: false, why: 'private' }; return { ok: true } }\nexport async function f(u) { const { " +
      'address } = await dns.lookup(new URL(u).hostname); const { ok } = check(address); if (!ok) throw 1; ' +
      'use(u) }',
    true,
    [],
  ],
  [
    'a test of hosts that gets the whole address',
    "import isPrivateHost from 'private-ip'; export function f(u) { if (isPrivateHost(u)) throw 1; use(u) }",
    false,
    ['whole-address-tested'],
  ],
  [
    'a test of hosts that gets a host',
    "import isPrivateHost from 'private-ip'; export function f(u) { if (isPrivateHost(new URL(u).hostname)) " +
      'throw 1; use(u) }',
    false,
    ['names-not-resolved'],
  ],
  [
    'an allow-list that the caller sends along',
    'export function f({ u, hosts }) { if (!hosts.includes(new URL(u).hostname)) throw 1; use(u) }',
    false,
    [],
  ],
  [
    'a set that the caller sends along',
    'export function f(u, hosts) { const set = new Set(hosts); if (!set.has(new URL(u).hostname)) throw 1; use(u) }',
    false,
    [],
  ],
  [
    'two private networks of what the name resolves to',
    'export async function f(u) { const { address } = await dns.lookup(new URL(u).hostname); if ' +
      "(address.startsWith('10.') || address.startsWith('127.')) throw 1; use(u) }",
    false,
    ['deny-list'],
  ],
  [
    'three private networks of what the name resolves to',
    'export async function f(u) { const { address } = await dns.lookup(new URL(u).hostname); if ' +
      "(address.startsWith('10.') || address.startsWith('127.') || address.startsWith('192.168.')) throw 1; " +
      'use(u) }',
    true,
    [],
  ],
  [
    'that it is an address of version 4',
    'export function f(u) { if (!net.isIPv4(new URL(u).hostname)) throw 1; use(u) }',
    false,
    ['deny-list'],
  ],
  [
    'that it is an address of version 6',
    'export function f(u) { if (net.isIP(new URL(u).hostname) !== 6) throw 1; use(u) }',
    false,
    ['deny-list'],
  ],
  [
    'that it is no address of version 4',
    'export async function f(u) { const { address } = await dns.lookup(new URL(u).hostname); if ' +
      '(net.isIPv4(address)) throw 1; use(u) }',
    false,
    ['deny-list'],
  ],
  [
    'networks of each version',
    'export async function f(u) { const { address } = await dns.lookup(new URL(u).hostname); if ' +
      "(net.isIPv4(address)) { if (isPrivate(address)) throw 1 } else if (address === '::1' || " +
      "address.startsWith('fe80')) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'that it is not this machine',
    "import ip from 'ip'; export async function f(u) { const { address } = await dns.lookup(new " +
      'URL(u).hostname); if (ip.isLoopback(address)) throw 1; use(u) }',
    false,
    ['deny-list'],
  ],
  [
    'a test of private hosts that only a setting switches on',
    "const isOn = (value) => value === 'true'\nfunction check(h) { if (!isOn(process.env.HARDEN)) return; " +
      'if (isPrivate(h)) throw 1 }\nexport async function f(u) { const { address } = await dns.lookup(new ' +
      'URL(u).hostname); check(address); use(u) }',
    false,
    ['off-by-default'],
  ],
  [
    'a test of private hosts that a setting switches off',
    "const isOn = (value) => value === 'true'\nfunction check(h) { if (isOn(process.env.ALLOW_PRIVATE)) " +
      'return; if (isPrivate(h)) throw 1 }\nexport async function f(u) { const { address } = await ' +
      'dns.lookup(new URL(u).hostname); check(address); use(u) }',
    true,
    [],
  ],
  [
    'a test of the scheme that a variable of the environment switches off',
    "export function f(u) { const isFree = process.env.ALLOW_ANY === '1'; if (!isFree && " +
      "!u.startsWith('https://a.example.com/')) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'a test that a variable switches off, read in a function',
    "const isFree = () => (process.env.ALLOW_ANY ?? '').toLowerCase() === 'true'\nexport function f(u) { if " +
      "(!isFree() && !u.startsWith('https://a.example.com/')) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'a loop through addresses that a variable of the environment switches off',
    'export async function f(u) { const all = await dns.lookup(new URL(u).hostname, { all: true }); if ' +
      "(process.env.ALLOW_PRIVATE !== 'true') for (const { address } of all) if (isPrivate(address)) throw 1; use(u) }",
    true,
    [],
  ],
  [
    'a loop through addresses that a variable of the environment switches on',
    'export async function f(u) { const all = await dns.lookup(new URL(u).hostname, { all: true }); if ' +
      "(process.env.HARDEN === 'true') for (const { address } of all) if (isPrivate(address)) throw 1; use(u) }",
    false,
    ['off-by-default'],
  ],
  [
    'a loop through addresses that a caller switches off by a setting',
    'async function pin(h, isFree) { const all = await dns.lookup(h, { all: true }); if (!isFree) for (const { ' +
      'address } of all) if (isPrivate(address)) throw 1; return { host: h } }\nexport async function f(u) { const { ' +
      "host } = await pin(new URL(u).hostname, process.env.ALLOW_PRIVATE === 'true'); use(host) }\nexport const g = " +
      '(h) => pin(h, false)',
    true,
    [],
  ],
  [
    'a loop through addresses that each caller decides about',
    'export async function f(u, isFree) { const all = await dns.lookup(new URL(u).hostname, { all: true }); if ' +
      '(!isFree) for (const { address } of all) if (isPrivate(address)) throw 1; use(u) }',
    false,
    [],
  ],
  [
    'a test that a variable is compared for to be made',
    "export function f(u) { if (process.env.MODE === 'strict' && !u.startsWith('https://a.example.com/')) " +
      'throw 1; use(u) }',
    false,
    ['off-by-default'],
  ],
  [
    'a test that is made unless a variable says no',
    "export function f(u) { if (process.env.CHECK !== 'no' && !u.startsWith('https://a.example.com/')) " +
      'throw 1; use(u) }',
    true,
    [],
  ],
  [
    'a test that what a caller sends switches off',
    "export function f(u, mode) { if (mode !== 'free' && !u.startsWith('https://a.example.com/')) throw 1; use(u) }",
    false,
    [],
  ],
  [
    'a test that something read elsewhere switches off',
    "import { mode } from './mode.js'; export function f(u) { if (mode !== 'free' && " +
      "!u.startsWith('https://a.example.com/')) throw 1; use(u) }",
    false,
    [],
  ],
  [
    'a pattern of hosts below a domain',
    'export function f(u) { const { host } = new URL(u); if ' +
      '(!/^[a-z0-9-]+\\.service\\.example$/.test(host)) throw 1; use(u) }',
    true,
    [],
  ],
  [
    'a pattern of hosts without a dot before the domain',
    'export function f(u) { const { host } = new URL(u); if (!/service\\.example$/.test(host)) throw 1; use(u) }',
    false,
    ['suffix-without-dot'],
  ],
  [
    'a pattern of hosts with another way to match',
    'export function f(u) { const { host } = new URL(u); if ' +
      '(!/^[a-z0-9.]+|\\.service\\.example$/.test(host)) throw 1; use(u) }',
    false,
    ['pattern-not-anchored'],
  ],
  [
    'a pattern of hosts that is asked about the whole address',
    'export function f(u) { if (!/\\.service\\.example$/.test(u)) throw 1; use(u) }',
    false,
    ['pattern-not-anchored'],
  ],
  [
    'an agent whose lookup refuses, put into the options later',
    "import { Agent } from 'undici'; let shared; function lookup() { return (host, options, done) => " +
      'dns.lookup(host, options, (error, found) => { if (found.some((one) => isPrivate(one.address))) { ' +
      "done(new Error('no')); return } done(null, found) }) }\nfunction agent() { if (!shared) shared = new " +
      'Agent({ connect: { lookup: lookup() } }); return shared }\nexport function f(u) { const options = { ' +
      "redirect: 'manual' }; const dispatcher = agent(); if (dispatcher) options.dispatcher = dispatcher; " +
      'use(u, options) }',
    true,
    [],
  ],
  [
    'an agent that refuses nothing',
    "import { Agent } from 'undici'; export function f(u) { const options = {}; options.dispatcher = new " +
      'Agent({ connect: { timeout: 5 } }); use(u, options) }',
    false,
    [],
  ],
  [
    'two names of this machine',
    "export function f(u) { const h = new URL(u).hostname; if (h === 'localhost' || h === '127.0.0.1') " +
      'throw 1; use(u) }',
    false,
    ['deny-list'],
  ],
  ['an agent that refuses', 'export function f(u) { use(u, { agent: agents(u) }) }', true, []],
  ['that it is an address', 'export function f(u) { new URL(u); use(u) }', false, []],
  [
    'a result object',
    'function check(u) { try { const p = new URL(u); if (!HOSTS.includes(p.hostname)) return { error: ' +
      "'host' }; return { url: p } } catch { return { error: 'parse' } } }\nexport function f(u) { const r = " +
      'check(u); if (r.error) throw 1; use(u) }',
    true,
    [],
  ],
  [
    'an allow-list that is off without a setting',
    "const allowed = (process.env.HOSTS ?? '').split(',')\nexport function f(u) { if (allowed.length > 0 && " +
      '!allowed.includes(new URL(u).hostname)) throw 1; use(u) }',
    false,
    ['off-by-default'],
  ],
]

describe('guards of addresses', () => {
  it.each(cases)('judges %s', (_name, text, isCleared, mistakes) => {
    const [judged] = judgedUses(head + text)
    expect(judged?.cleared.includes('url')).toBe(isCleared)
    for (const mistake of mistakes) expect(judged?.mistakes).toContain(mistake)
    if (mistakes.length === 0) expect(judged?.mistakes).toEqual([])
  })

  it('clears the opener, not the request, by the scheme', () => {
    const [judged] = judgedUses('export function f(u) { if (!/^https?:\\/\\//i.test(u)) throw 1; use(u) }')
    expect(judged?.cleared).toContain('open')
    expect(judged?.cleared).not.toContain('url')
  })

  it('asks a redirect for a slash that no second one follows', () => {
    const [one, two] = judgedUses(
      "export function f(u) { if (!u.startsWith('/') || u.startsWith('//')) throw 1; use(u) }\nexport " +
        "function g(u) { if (!u.startsWith('/')) throw 1; use(u) }",
    )
    expect(one?.cleared).toContain('redirect')
    expect(two?.cleared).not.toContain('redirect')
    expect(two?.mistakes).toContain('two-slashes')
  })
})
