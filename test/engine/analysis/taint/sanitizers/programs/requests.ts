import { inParts, type ProgramGroup } from '../program-group.ts'

const head =
  "import dns from 'node:dns'; import net from 'node:net'; import { Agent, ProxyAgent } from 'undici'; import " +
  `safe from 'ssrf-req-filter'; import * as tools from './tools.js'
const NETWORKS = ['10.', '127.', '192.168.']
const refuse = (host, options, done) => dns.lookup(host, options, (error, address) => NETWORKS.some((one) ` +
  `=> address.startsWith(one)) ? done(new Error('private')) : done(error, address))
const two = (host, options, done) => dns.lookup(host, options, (error, address) => ['10.', ` +
  `'127.'].some((one) => address.startsWith(one)) ? done(new Error('private')) : done(error, address))
const blocks = (ip) => { const block = new (require('netmask').Netmask)('8.0.0.0/8'); return ` +
  `block.contains(ip) }
const listed = (ip) => { const list = new net.BlockList(); return list.includes(ip) }
class Safe { lookup(host) { return NETWORKS.includes(host) } }
class Connector { connect(host) { if (NETWORKS.includes(host)) throw 1 } other() {} }
class Other { other(host) { return NETWORKS.includes(host) } }
class Empty {}
class Static { static lookup(host) { return NETWORKS.includes(host) } }
const agent = new Agent({ connect: { lookup: refuse } })
function made() { return new Agent({ connect: { lookup: refuse } }) }
function madeTwice() { return made() }
function either(y) { if (y) return made(); return null }
const plain = new Agent({ connect: { timeout: 5 } })
let late; function keep() { late = safe() }
`

/** Options of a request to `x`. */
const options: readonly string[] = [
  '{ lookup: refuse }',
  '{ lookup: two }',
  '{ headers: refuse }',
  '{ lookup: blocks }',
  '{ lookup: listed }',
  '{ lookup: tools.refuse }',
  '{ lookup: 1 }',
  '{}',
  'refuse',
  '[refuse]',
  "'refuse'",
  '{ a: 1, b: 2, lookup: refuse }',
  '{ ...{ lookup: refuse } }',
  '{ [y]: refuse }',
  '{ dispatcher: agent }',
  '{ dispatcher: plain }',
  '{ dispatcher: made() }',
  '{ dispatcher: madeTwice() }',
  '{ dispatcher: either(y) }',
  '{ dispatcher: y ? agent : plain }',
  '{ dispatcher: y || agent }',
  '{ dispatcher: new Agent({ connect: { lookup: refuse } }) }',
  '{ dispatcher: new Agent({ lookup: refuse }) }',
  '{ dispatcher: new Agent({ connect: { timeout: 5 } }) }',
  '{ dispatcher: new Agent({ timeout: { lookup: refuse } }) }',
  '{ dispatcher: new Agent(refuse) }',
  '{ dispatcher: new Agent(1, { connect: { lookup: refuse } }) }',
  '{ dispatcher: new ProxyAgent({ connect: { connect: { lookup: refuse } } }) }',
  '{ dispatcher: new Agent({ connect: { connect: { connect: { lookup: refuse } } } }) }',
  '{ dispatcher: new Agent({ connect: { connect: { connect: { connect: { connect: { lookup: refuse } } } } } }) }',
  '{ agent: safe }',
  '{ agent: safe() }',
  '{ agent: new safe() }',
  '{ agent: safe.agent }',
  '{ agent: new safe.Agent() }',
  '{ agent: tools.safe() }',
  '{ agent: late }',
  '{ agent: made }',
  '{ agent: () => safe() }',
  '{ agent: () => 1 }',
  '{ agent: (url) => NETWORKS.includes(url) }',
  '{ agent: safe(x) }',
  '{ agent: [safe()] }',
  '{ agent: { lookup: refuse } }',
  '{ agent: { other: refuse } }',
  '{ agent: { timeout: 1, lookup: refuse } }',
  '{ resolver: new Safe() }',
  '{ resolver: new Connector() }',
  '{ resolver: new Other() }',
  '{ resolver: new Empty() }',
  '{ resolver: Safe }',
  '{ resolver: Static }',
  '{ connector: new Safe() }',
  '{ transport: new Connector() }',
  '{ lookup: new Safe().lookup }',
  '{ lookup: new Other().other }',
]

/** Calls that take the options of a request. */
const uses: readonly string[] = [
  'use(x, { lookup: refuse })',
  'use(x, 1, { lookup: refuse })',
  'use(x)',
  'use(x, { lookup: refuse }, 2)',
  'const o = { lookup: refuse }; use(x, o)',
  'const o = {}; o.lookup = refuse; use(x, o)',
  'const o = {}; o.lookup = two; use(x, o)',
  'let o = {}; if (y) o = { lookup: refuse }; use(x, o)',
  'const o = Object.assign({}, { lookup: refuse }); use(x, o)',
  'const o = { ...{ lookup: refuse } }; use(x, o)',
  'const lookup = refuse; use(x, { lookup })',
  'use(x, y)',
  'use(x, list)',
  'let d; const o = () => d; d = safe(); use(x, { agent: d })',
  'let d = plain; for (const one of list) d = agent; use(x, { dispatcher: d })',
  'const d = y ? agent : plain; use(x, { dispatcher: d })',
  'const d = y ? made() : plain; use(x, { dispatcher: d })',
  'const d = y ? plain : made(); use(x, { dispatcher: d })',
]

export const pythonHead =
  `import socket, aiohttp, httpx, urllib3, requests, advocate
NETWORKS = ['10.', '127.', '192.168.']
def refuse(host):
    if host in NETWORKS:
        raise ValueError()
` +
  `${['resolve', 'lookup', 'connect', 'connect_tcp', 'handle_request', 'handle_async_request', 'other']
    .map((name) => `class With_${name}:\n    def ${name}(self, host):\n        refuse(host)\n`)
    .join('')}` +
  `
class Inherited(With_resolve):
    pass
class Weak:
    def resolve(self, host):
        return '10.' in host
def client():
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=With_resolve()))
SESSION = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=With_resolve()))
`
/** Python clients. */
export const clients: readonly string[] = [
  'aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=With_resolve()))',
  'aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=Weak()))',
  'aiohttp.ClientSession(connector=aiohttp.TCPConnector())',
  'aiohttp.ClientSession()',
  'aiohttp.ClientSession(headers=With_resolve())',
  'aiohttp.ClientSession(1, connector=aiohttp.TCPConnector(limit=1, resolver=With_resolve()))',
  'aiohttp.ClientSession(aiohttp.TCPConnector(resolver=With_resolve()))',
  'httpx.Client(transport=With_handle_request())',
  'httpx.AsyncClient(transport=With_handle_async_request())',
  'httpx.Client(transport=With_other())',
  'httpx.Client(transport=With_lookup())',
  'httpx.Client(transport=With_connect())',
  'httpx.Client(transport=With_connect_tcp())',
  'httpx.Client(transport=Inherited())',
  'urllib3.PoolManager(connector=With_connect())',
  'requests.Session(connector=With_connect())',
  'client()',
  'SESSION',
  'y',
  'advocate.Session()',
]

export const groups: readonly ProgramGroup[] = [
  ...inParts({
    name: 'options of a request',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: options.map((option) => [option, `use(x, ${option})`] as const),
  }),
  ...inParts({
    name: 'options of an instance',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: options.map((option) => [option, `use(x, { dispatcher: new Agent(${option}) })`] as const),
  }),
  ...inParts({
    name: 'uses of options',
    language: 'javascript',
    head,
    asks: 'judge',
    functions: uses.map((use) => [use, use] as const),
  }),
  ...inParts({
    name: 'clients in Python',
    language: 'python',
    head: pythonHead,
    asks: 'judge',
    functions: clients.map((client) => [client, `    use(x, connector=${client})`] as const),
  }),
]
