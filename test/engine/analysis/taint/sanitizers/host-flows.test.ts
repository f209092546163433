import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const javascript = `import dns from 'node:dns/promises'
import net from 'node:net'
import ipaddr from 'ipaddr.js'
const CIDRS = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']
`

/** Body of a function with the URL `url` and its host `host`. */
const checked = (body: string) =>
  `export async function f(p, q) { const url = new URL(p); const host = url.hostname; ${body}; use(p) }`
const refusing = "if (ipaddr.parse(ip).range() !== 'unicast') throw new Error('private')"

const javascriptCases: Cases = {
  'an address, or the one that the name resolves to': [
    checked(`const ip = net.isIP(host) ? host : (await dns.lookup(host)).address; ${refusing}`),
    'safe',
  ],
  'an address that is looked up in a branch': [
    checked(`let ip = host; if (!net.isIP(ip)) { const found = await dns.lookup(ip); ip = found.address } ${refusing}`),
    'safe',
  ],
  'the name itself in one of two ways': [
    checked(`const ip = q ? host : (await dns.lookup(host)).address; if (ipaddr.isValid(ip)) { ${refusing} }`),
    'open',
  ],
  'a list of one address, or of all that the name resolves to': [
    checked(
      'const list = net.isIP(host) !== 0 ? [host] : (await dns.lookup(host, { all: true })).map((a) => a.address); ' +
        "if (list.some((ip) => ipaddr.parse(ip).range() !== 'unicast')) throw new Error('private')",
    ),
    'safe',
  ],
  'a list of objects in the form of a resolver': [
    checked(
      'const list = net.isIP(host) ? [{ address: host }] : await dns.lookup(host, { all: true }); ' +
        `for (const { address: ip } of list) { ${refusing} }`,
    ),
    'safe',
  ],
  'a list that a function makes either way, and a named test': [
    'const refused = (ip) => ipaddr.parse(ip).range() !== "unicast"\n' +
      'async function all(host) { if (net.isIP(host)) return [host]; ' +
      `const found = await dns.lookup(host, { all: true }); return found.map((one) => one.address) }\n` +
      checked('const ips = await all(host); if (ips.some(refused)) throw 1'),
    'safe',
  ],
  'a named test that accepts private addresses': [
    'const accepted = (ip) => ipaddr.parse(ip).range() === "unicast"\n' +
      `${checked('const ips = await dns.resolve4(host); if (ips.some(accepted)) throw 1')}`,
    'open',
  ],
  'two lookups at once': [
    checked(
      'const [four, six] = await Promise.all([dns.resolve4(host).catch(() => []), dns.resolve6(host)]); ' +
        `for (const ip of [...four, ...six]) { ${refusing} }`,
    ),
    'safe',
  ],
  'two lookups at once, of another host': [
    checked(
      'const [four, six] = await Promise.all([dns.resolve4(q), dns.resolve6(q)]); ' +
        `for (const ip of [...four, ...six]) { ${refusing} }`,
    ),
    'open',
  ],
  'bit masks in early returns': [
    'function isPrivate(ip) { const n = ip.split(".").reduce((all, part) => (all << 8) | Number(part), 0) >>> 0\n' +
      '  if ((n & 0xff000000) >>> 0 === 0x0a000000) return true\n' +
      '  if ((n & 0xfff00000) >>> 0 === 0xac100000) return true\n' +
      '  if ((n & 0xffff0000) >>> 0 === 0xc0a80000) return true\n' +
      '  if ((n & 0xff000000) >>> 0 === 0x7f000000) return true\n' +
      `  return false }\n${checked('const { address } = await dns.lookup(host); if (isPrivate(address)) throw 1')}`,
    'safe',
  ],
  'bit masks whose result is not read': [
    'function isPrivate(ip) { const n = ip.split(".").reduce((all, part) => (all << 8) | Number(part), 0) >>> 0\n' +
      '  if ((n & 0xff000000) >>> 0 === 0x0a000000) return true\n' +
      '  if ((n & 0xfff00000) >>> 0 === 0xac100000) return true\n' +
      '  if ((n & 0xffff0000) >>> 0 === 0xc0a80000) return true\n' +
      `  return false }\n${checked('const { address } = await dns.lookup(host); console.log(isPrivate(address))')}`,
    'open',
  ],
  'a table of first and last addresses': [
    'const RANGES = [[0x0a000000, 0x0affffff], [0x7f000000, 0x7fffffff], [0xac100000, 0xac1fffff], ' +
      '[0xc0a80000, 0xc0a8ffff]]\n' +
      'function isPrivate(ip) { const n = ip.split(".").reduce((all, part) => all * 256 + Number(part), 0); ' +
      'return RANGES.some(([low, high]) => n >= low && n <= high) }\n' +
      checked('const { address } = await dns.lookup(host); if (isPrivate(address)) throw 1'),
    'safe',
  ],
  'networks that a library parsed': [
    'const NETS = CIDRS.map((one) => ipaddr.parseCIDR(one))\n' +
      checked(
        'const { address } = await dns.lookup(host); const ip = ipaddr.parse(address); ' +
          'if (NETS.some((one) => ip.match(one))) throw 1',
      ),
    'safe',
  ],
  'one network that a library parsed': [
    "const NETS = ['10.0.0.0/8'].map((one) => ipaddr.parseCIDR(one))\n" +
      checked(
        'const { address } = await dns.lookup(host); const ip = ipaddr.parse(address); ' +
          'if (NETS.some((one) => ip.match(one))) throw 1',
      ),
    'deny-list',
  ],
  'a library that is handed a list of networks': [
    "import inRange from 'ip-range-check'\n" +
      checked('const { address } = await dns.lookup(host); if (inRange(address, CIDRS)) throw 1'),
    'safe',
  ],
  'an unknown library that is handed a list of networks': [
    "import within from 'some-cidr-library'\n" +
      checked('const { address } = await dns.lookup(host); if (within(address, CIDRS)) throw 1'),
    'undecided',
  ],
  'ranges in a set of allowed ones': [
    "const ALLOWED = new Set(['unicast'])\n" +
      checked('const { address } = await dns.lookup(host); if (!ALLOWED.has(ipaddr.parse(address).range())) throw 1'),
    'safe',
  ],
  'ranges in a list of forbidden ones': [
    "const REFUSED = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'unspecified']\n" +
      checked(
        'const { address } = await dns.lookup(host); if (REFUSED.includes(ipaddr.parse(address).range())) throw 1',
      ),
    'safe',
  ],
  'ranges in a set of allowed ones that has private ones': [
    "const ALLOWED = new Set(['unicast', 'private'])\n" +
      checked('const { address } = await dns.lookup(host); if (!ALLOWED.has(ipaddr.parse(address).range())) throw 1'),
    'open',
  ],
}

const hosts = "const HOSTS = (process.env.HOSTS || '*.example.com').split(',')\n"
const anyHost = (test: string) =>
  `${hosts}export function f(p) { const { hostname } = new URL(p); ` +
  `if (!HOSTS.some((one) => hostname === one || ${test})) throw 1; use(p) }`

const isPrivate = 'const isPrivate = (ip) => /^(?:10\\.|127\\.|192\\.168\\.|169\\.254\\.|::1$|f[cd]|fe80)/.test(ip)\n'
/** A function that accepts a host as public if none of its addresses is private. `lookUp` resolves the host. */
const lookedUp = (lookUp: string, host = 'url.hostname') =>
  `${isPrivate}async function addresses(host) { ${lookUp} }\nasync function isPublic(p) { const url = new URL(p); ` +
  `const host = ${host}; if (net.isIP(host) !== 0) { if (isPrivate(host)) return { ok: false } } else { ` +
  'for (const ip of await addresses(host)) if (isPrivate(ip)) return { ok: false } } return { ok: true, url } }\n' +
  'export async function f(p) { const { ok } = await isPublic(p); if (!ok) throw 1; use(p) }'
const failing = 'try { return (await dns.lookup(host, { all: true })).map((one) => one.address) } catch { return [] }'

const bracketCases: Cases = {
  'an IPv6 address with brackets, whose failed lookup passes': [lookedUp(failing), 'bracketed-address'],
  'an IPv6 address without its brackets': [lookedUp(failing, "url.hostname.replace(/^\\[|\\]$/g, '')"), 'safe'],
  'a lookup that throws': [
    lookedUp('return (await dns.lookup(host, { all: true })).map((one) => one.address)'),
    'safe',
  ],
}

const suffixCases: Cases = {
  'a star that is dropped, and its dot kept': [
    anyHost("(one.startsWith('*.') && hostname.endsWith(one.slice(1)))"),
    'safe',
  ],
  'a star that is dropped with its dot': [
    anyHost("(one.startsWith('*.') && hostname.endsWith(one.slice(2)))"),
    'suffix-without-dot',
  ],
  'a star without a dot': [anyHost("(one.startsWith('*') && hostname.endsWith(one.slice(1)))"), 'suffix-without-dot'],
  'a dot that is put where it is missing': [
    anyHost("hostname.endsWith(one.startsWith('.') ? one : `.${one}`)"),
    'safe',
  ],
  'a dot that is put where it is not missing': [
    anyHost("hostname.endsWith(one.startsWith('.') ? `.${one}` : one)"),
    'suffix-without-dot',
  ],
  'a star in a function': [
    'function matches(host, pattern) { if (pattern.startsWith("*.")) return host.endsWith(pattern.substring(1)); ' +
      `return host === pattern }\n${hosts}export function f(p) { const { hostname } = new URL(p); ` +
      'if (!HOSTS.some((one) => matches(hostname, one))) throw 1; use(p) }',
    'safe',
  ],
}

const axios = "import axios from 'axios'\nconst HOSTS = new Set(['api.example.com'])\n"
const listed = '{ if (!HOSTS.has(new URL(config.url).hostname)) throw new Error("host"); return config }'
const lookup =
  'import http from "node:http"\nimport { lookup } from "node:dns"\n' +
  'const refusing = (host, options, done) => lookup(host, options, (error, address, family) => { ' +
  "if (!error && ipaddr.parse(address).range() !== 'unicast') return done(new Error('private')); " +
  'done(error, address, family) })\n'

const clientCases: Cases = {
  'an interceptor that refuses hosts': [
    `${axios}const client = axios.create()\nclient.interceptors.request.use((config) => ${listed})\n` +
      'export const f = (p) => client.get(p)',
    'safe',
  ],
  'an interceptor of axios itself': [
    `${axios}axios.interceptors.request.use(async (config) => ${listed})\nexport const f = (p) => axios.get(p)`,
    'safe',
  ],
  'an interceptor of the client that a class keeps': [
    `${axios}const check = (config) => ${listed}\nclass Api { constructor() { this.http = axios.create(); ` +
      'this.http.interceptors.request.use(check) } load(p) { return this.http.get(p) } }\n' +
      'export const f = (p) => new Api().load(p)',
    'safe',
  ],
  'an interceptor that a function adds which nothing calls': [
    `${axios}const client = axios.create()\nexport function install() { client.interceptors.request.use((config) => ` +
      `${listed}) }\nexport const f = (p) => client.get(p)`,
    'open',
  ],
  'an interceptor that a function adds which is called': [
    `${axios}const client = axios.create()\nfunction install() { client.interceptors.request.use((config) => ` +
      `${listed}) }\nfunction start() { install() }\nstart()\nexport const f = (p) => client.get(p)`,
    'safe',
  ],
  'an interceptor that a function adds which others call': [
    `${axios}const client = axios.create()\nfunction install() { client.interceptors.request.use((config) => ` +
      `${listed}) }\nprocess.on('ready', install)\nexport const f = (p) => client.get(p)`,
    'safe',
  ],
  'an interceptor of another client': [
    `${axios}const client = axios.create(); const other = axios.create()\n` +
      `other.interceptors.request.use((config) => ${listed})\nexport const f = (p) => client.get(p)`,
    'open',
  ],
  'an interceptor of responses': [
    `${axios}const client = axios.create()\nclient.interceptors.response.use((config) => ${listed})\n` +
      'export const f = (p) => client.get(p)',
    'open',
  ],
  'an interceptor that reports hosts and goes on': [
    `${axios}const client = axios.create()\nclient.interceptors.request.use((config) => { ` +
      'if (!HOSTS.has(new URL(config.url).hostname)) console.log(config.url); return config })\n' +
      'export const f = (p) => client.get(p)',
    'open',
  ],
  'an interceptor that refuses private names alone': [
    `${axios}const client = axios.create()\nclient.interceptors.request.use((config) => { ` +
      'if (/^(?:10\\.|127\\.|192\\.168\\.|169\\.254\\.)/.test(new URL(config.url).hostname)) throw 1; ' +
      'return config })\n' +
      'export const f = (p) => client.get(p)',
    'names-not-resolved',
  ],
  'a hook before requests': [
    "import got from 'got'\nconst client = got.extend({ hooks: { beforeRequest: [async (options) => { " +
      'const { address } = await dns.lookup(options.url.hostname); ' +
      "if (ipaddr.parse(address).range() !== 'unicast') throw new Error('private') }] } })\n" +
      'export const f = (p) => client.get(p)',
    'safe',
  ],
  'a hook after responses': [
    "import got from 'got'\nconst client = got.extend({ hooks: { afterResponse: [async (options) => { " +
      'const { address } = await dns.lookup(options.url.hostname); ' +
      "if (ipaddr.parse(address).range() !== 'unicast') throw new Error('private') }] } })\n" +
      'export const f = (p) => client.get(p)',
    'open',
  ],
  'an agent of the client': [
    `import axios from 'axios'\n${lookup}` +
      'const client = axios.create({ httpAgent: new http.Agent({ lookup: refusing }) })\n' +
      'export const f = (p) => client.get(p)',
    'safe',
  ],
  'a dispatcher of all requests': [
    `import { Agent, setGlobalDispatcher } from 'undici'\n${lookup}` +
      'setGlobalDispatcher(new Agent({ connect: { lookup: refusing } }))\nexport const f = (p) => fetch(p)',
    'safe',
  ],
  'a dispatcher that refuses nothing': [
    "import { Agent, setGlobalDispatcher } from 'undici'\n" +
      'setGlobalDispatcher(new Agent({ connect: { timeout: 10 } }))\nexport const f = (p) => fetch(p)',
    'open',
  ],
}

const python = `import ipaddress
import socket
from urllib.parse import urlparse
NETS = [ipaddress.ip_network(n) for n in ("10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128")]
`

const pythonCases: Cases = {
  'any network of a list': [
    `def f(p, q):
    ip = ipaddress.ip_address(socket.gethostbyname(urlparse(p).hostname))
    if any(ip in net for net in NETS):
        raise ValueError("private")
    use(p)
`,
    'safe',
  ],
  'a loop over networks in a function': [
    `def check(host):
    for info in socket.getaddrinfo(host, None):
        ip = ipaddress.ip_address(info[4][0])
        for net in NETS:
            if ip in net:
                raise ValueError("private")
def f(p, q):
    check(urlparse(p).hostname)
    use(p)
`,
    'safe',
  ],
  'the networks of the caller': [
    `def f(p, q):
    ip = ipaddress.ip_address(socket.gethostbyname(urlparse(p).hostname))
    if ip in ipaddress.ip_network(q):
        raise ValueError("private")
    use(p)
`,
    'open',
  ],
  'a hook of the client': [
    `import httpx
def check(request):
    for info in socket.getaddrinfo(request.url.host, None):
        if not ipaddress.ip_address(info[4][0]).is_global:
            raise ValueError("private")
client = httpx.Client(event_hooks={"request": [check]})
def f(p, q):
    return client.get(p)
`,
    'safe',
  ],
  'a hook of the client for responses': [
    `import httpx
def check(request):
    for info in socket.getaddrinfo(request.url.host, None):
        if not ipaddress.ip_address(info[4][0]).is_global:
            raise ValueError("private")
client = httpx.Client(event_hooks={"response": [check]})
def f(p, q):
    return client.get(p)
`,
    'open',
  ],
  'an address as written, or all that the name resolves to': [
    `def addresses(host):
    try:
        return [ipaddress.ip_address(host)]
    except ValueError:
        return [ipaddress.ip_address(info[4][0]) for info in socket.getaddrinfo(host, None)]
def f(p, q):
    for ip in addresses(urlparse(p).hostname):
        if not ip.is_global:
            raise ValueError("private")
    use(p)
`,
    'safe',
  ],
  'only some of what the name resolves to': [
    `def f(p, q):
    infos = socket.getaddrinfo(urlparse(p).hostname, None)
    for ip in [ipaddress.ip_address(info[4][0]) for info in infos if info[0] == socket.AF_INET]:
        if not ip.is_global:
            raise ValueError("private")
    use(p)
`,
    'open',
  ],
  'an address as written, else the one that the name resolves to': [
    `def refused(ip):
    return ip.is_private or ip.is_loopback or ip.is_link_local
def f(p, q):
    host = urlparse(p).hostname
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        ip = ipaddress.ip_address(socket.gethostbyname(host))
    if refused(ip):
        raise ValueError("private")
    use(p)
`,
    'safe',
  ],
}

describe('hosts of addresses', () => {
  it.each(Object.entries(javascriptCases))('are decided in JavaScript: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'url', javascript + text)).toBe(guards)
  })

  it.each(Object.entries(bracketCases))('are decided by failed lookups: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'url', javascript + text)).toBe(guards)
  })

  it.each(Object.entries(suffixCases))('are decided by their end: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'url', text)).toBe(guards)
  })

  it.each(Object.entries(clientCases))('are decided by the client that sends requests: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'url', javascript + text)).toBe(guards)
  })

  it.each(Object.entries(pythonCases))('are decided in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'url', python + text)).toBe(guards)
  })
})
