import { bodies, type WholePrograms } from '../program-group.ts'

const head =
  "import net from 'node:net'; import dns from 'node:dns/promises'; import ipaddr from 'ipaddr.js'; import " +
  `isPrivateIp from 'private-ip'
const RANGES = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']
const PATTERNS = [/^10\\./, /^127\\./, /^172\\.(1[6-9]|2\\d|3[01])\\./, /^192\\.168\\./, /^169\\.254\\./]
const TABLE = { a: '10.0.0.0/8', b: ['127.0.0.0/8', '172.16.0.0/12'], c: { d: '192.168.0.0/16' }, e: ` +
  `'169.254.0.0/16' }
function within(address, range) { return address.startsWith(range) }
`
const javascript = { language: 'javascript', head } as const

/**
 * A function `check` that tests an address for private networks. The text is used if the result is truthy, if it is
 * falsy, and afterward.
 */
const answering = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [
      text,
      `${text}\nexport async function f(p, q) {\n  if (await check(p, q)) use(p)\n  else use(p)\n  use(p)\n}`,
    ]),
  )
/** Same as `answering`, but the text is used after a `check` that may throw. */
const throwing = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [text, `${text}\nexport async function f(p, q) {\n  await check(p, q)\n  use(p)\n}`]),
  )
const fields = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [
      text,
      `${text}\nexport async function f(p, q) {\n  if ((await check(p, q)).ok) use(p)\n  else use(p)\n}`,
    ]),
  )
const isPrivate = 'PATTERNS.some((one) => one.test(x))'

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'functions that know the private networks',
    programs: answering(
      'function check(x) { return x.split(",").some((one) => { if (isPrivateIp(one)) return true; return false }) }',
      'function check(x) { return !x.split(",").some((one) => { if (isPrivateIp(one)) return true; return false }) }',
      'function check(x) { return x.split(",").every((one) => { if (isPrivateIp(one)) return false; return true }) }',
      'function check(x) { return x.split(",").every((one) => !isPrivateIp(one)) }',
      "function check(x) { return x.startsWith('10.') || x.startsWith('127.') || x.startsWith('192.168.') " +
        "|| x.startsWith('172.16.') || x.startsWith('169.254.') }",
      'function check(x) { return /^10\\./.test(x) || /^127\\./.test(x) || /^192\\.168\\./.test(x) || ' +
        '/^172\\.16\\./.test(x) || /^169\\.254\\./.test(x) }',
      "function check(x) { const [a] = x.split('.'); return a === '10' || a === '127' || a === '192' || a " +
        "=== '172' || a === '169' }",
      'function check(x) { return RANGES.some((range) => { if (within(x, range)) return true; return false }) }',
      'function check(x) { return RANGES.every((range) => { if (within(x, range)) return false; return true }) }',
      'function check(x) { return !RANGES.some((range) => { if (within(x, range)) return true }) }',
      `function check(x) { return ${isPrivate} }`,
      `function check(x) { return !${isPrivate} }`,
      `function check(x) { if (${isPrivate}) return true; return false }`,
      `function check(x) { if (${isPrivate}) return false; return true }`,
      `function check(x) { if (${isPrivate}) return; return 1 }`,
      `function check(x) { if (${isPrivate}) return 0; return 1 }`,
      `function check(x) { if (${isPrivate}) return ''; return 'a' }`,
      `function check(x) { if (${isPrivate}) return '0'; return 'a' }`,
      `function check(x) { if (${isPrivate}) return null; return x }`,
      `function check(x) { if (${isPrivate}) return 'private'; return null }`,
      `function check(x) { if (${isPrivate}) return undefined; return x }`,
      `function check(x) { if (!${isPrivate}) return true; return false }`,
      `function check(x) { const is = ${isPrivate}; return is }`,
      `function check(x) { const is = ${isPrivate}; if (is) throw 1; return x }`,
      `function check(x) { return ${isPrivate} === false }`,
      `function check(x) { return ${isPrivate} !== false }`,
      `function check(x) { return ${isPrivate} === true }`,
      `function check(x) { return ${isPrivate} !== true }`,
      `function check(x) { return ${isPrivate} ? false : true }`,
      `function check(x) { return ${isPrivate} ? 'no' : null }`,
      `function check(x) { let ok = true; if (${isPrivate}) ok = false; return ok }`,
      `function check(x) { let bad = false; if (${isPrivate}) bad = true; return bad }`,
      `function check(x, y) { let ok = true; if (y) ok = false; if (${isPrivate}) ok = false; return ok }`,
      `function check(x) { const why = ${isPrivate} ? 'private' : ''; return why }`,
      `function check(x) { return !(${isPrivate} || x === 'localhost') }`,
      `function check(x) { return x.length > 3 && !${isPrivate} }`,
      `function check(x) { switch (true) { case ${isPrivate}: return false; default: return true } }`,
      `function check(x) { for (const one of PATTERNS) if (one.test(x)) return false; return true }`,
      `function check(x) { for (const range of RANGES) { if (within(x, range)) return true } return false }`,
      `function check(x) { return RANGES.some((range) => within(x, range)) }`,
      `function check(x) { return !RANGES.some((range) => within(x, range)) }`,
      `function check(x) { return RANGES.every((range) => !within(x, range)) }`,
      `function check(x) { return RANGES.findIndex((range) => within(x, range)) === -1 }`,
      `function check(x) { return RANGES.findIndex((range) => within(x, range)) !== -1 }`,
      `function check(x) { return RANGES.find((range) => within(x, range)) !== undefined }`,
      `function check(x) { return RANGES.filter((range) => within(x, range)).length === 0 }`,
      "function check(x) { const [a, b] = x.split('.').map(Number); if (a === 10 || a === 127) return true; " +
        'if (a === 172 && b >= 16 && b <= 31) return true; if (a === 192 && b === 168) return true; if (a === ' +
        '169 && b === 254) return true; return false }',
      "function check(x) { const [a, b] = x.split('.').map(Number); return a === 10 || a === 127 || (a === " +
        '172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254) }',
      "function check(x) { const [a] = x.split('.').map(Number); return a === 10 }",
      "function check(x) { const [a] = x.split('.').map(Number); return a === 10 || a === 127 }",
      'function check(x) { return x > 10 && x < 127 }',
      'function check(x) { return x === 172 }',
      'function check(x) { return ipaddr.parse(x).range() !== "unicast" }',
      'function check(x) { return ipaddr.parse(x).range() === "unicast" }',
      'function check(x) { return !ipaddr.isValid(x) || ipaddr.parse(x).range() !== "unicast" }',
      'function check(x) { return isPrivateIp(x) }',
      'const list = new net.BlockList(); function check(x) { return list.check(x) }',
      'function check(x) { const address = new Address4(x); return address.is_private }',
      'function check(x) { return x.is_global }',
      'async function check(x) { const { address } = await dns.lookup(x); return PATTERNS.some((one) => ' +
        'one.test(address)) }',
      'async function check(x) { const all = await dns.resolve4(x); return !all.some((address) => ' +
        'isPrivateIp(address)) }',
      `function known(x) { return ${isPrivate} }\nfunction check(x) { return known(x) }`,
      `function known(x) { return ${isPrivate} }\nfunction check(x) { return !known(x) }`,
      `function known(x) { if (${isPrivate}) throw 1 }\nfunction check(x) { try { known(x); return true } ` +
        'catch { return false } }',
      `const known = new Map(); function check(x) { known.set('a', '10.0.0.1'); return ${isPrivate} }`,
      'function check(x) { return Object.values(TABLE).some((range) => within(x, range)) }',
      "const DOCS = 'see 10.0.0.0/8'; function check(x) { console.log(DOCS); return true }",
    ),
  },
  {
    ...javascript,
    name: 'functions that throw for private networks',
    programs: throwing(
      `function check(x) { try { if (${isPrivate}) throw 1 } catch { } }`,
      `function check(x) { try { if (${isPrivate}) throw 1 } catch (e) { throw e } }`,
      `function check(x) { try { new URL(x) } catch { return } if (${isPrivate}) throw 1 }`,
      `function check(x) { if (${isPrivate}) throw 1 }`,
      `function check(x) { if (!${isPrivate}) throw 1 }`,
      `function check(x) { for (const one of PATTERNS) { if (one.test(x)) throw 1 } }`,
      `function check(x) { for (const range of RANGES) { if (within(x, range)) throw 1 } }`,
      "function check(x) { const [a, b] = x.split('.').map(Number); if (a === 10 || a === 127 || (a === 172 " +
        '&& b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254)) throw 1 }',
      'function check(x) { if (ipaddr.parse(x).range() !== "unicast") throw 1 }',
      'function check(x) { if (isPrivateIp(x)) throw 1 }',
      'function check(x) { if (net.isIP(x)) throw 1 }',
      'const list = new net.BlockList(); function check(x) { if (list.check(x)) throw 1 }',
      'const list = new Map(); function check(x) { if (list.check(x)) throw 1 }',
      'function check(x) { if (!x.is_global) throw 1 }',
      'function check(x) { if (x.is_private || x.is_loopback) throw 1 }',
      'async function check(x) { const { address } = await dns.lookup(x); if (PATTERNS.some((one) => ' +
        'one.test(address))) throw 1 }',
      'async function check(x) { const all = await dns.lookup(x, { all: true }); for (const { address } of ' +
        'all) if (PATTERNS.some((one) => one.test(address))) throw 1 }',
      'async function check(x) { const all = await dns.lookup(x, { all: true }); if (all.some(({ address }) ' +
        '=> PATTERNS.some((one) => one.test(address)))) throw 1 }',
      `function known(x) { return ${isPrivate} }\nfunction check(x) { if (known(x)) throw 1 }`,
      `function known(x) { return { bad: ${isPrivate} } }\nfunction check(x) { if (known(x).bad) throw 1 }`,
      `function known(x) { return { good: !${isPrivate} } }\nfunction check(x) { if (!known(x).good) throw 1 }`,
      `async function known(x) { return { bad: ${isPrivate} } }\nasync function check(x) { const { bad } = ` +
        'await known(x); if (bad) throw 1 }',
      `function known(x) { if (${isPrivate}) throw 1 }\nfunction check(x) { known(x) }`,
      'function check(x) { for (const key in TABLE) if (within(x, TABLE[key])) throw 1 }',
      "function check(x) { if (x === 'localhost' || x === '127.0.0.1') throw 1 }",
      "function check(x) { if (x === '10.0.0.1') throw 1 }",
    ),
  },
  {
    ...javascript,
    name: 'functions that know the private networks and give an object',
    programs: fields(
      `function check(x) { if (${isPrivate}) return { ok: \`a${'${x}'}\` }; return { ok: '' } }`,
      `function check(x) { return { ok: !${isPrivate} } }`,
      `function check(x) { return { ok: ${isPrivate} } }`,
      `function check(x) { if (${isPrivate}) return { ok: false }; return { ok: true } }`,
      `function check(x) { if (${isPrivate}) return { ok: true }; return { ok: false } }`,
      `function check(x) { if (${isPrivate}) return { error: 'no' }; return { ok: true } }`,
      `function check(x) { if (${isPrivate}) return { ok: '' }; return { ok: x } }`,
      `function check(x) { if (${isPrivate}) return { ok: 0 }; return { ok: \`a\${x}\` } }`,
      `function check(x) { if (${isPrivate}) return { ok: null, why: 'no' }; return { ok: 1 } }`,
      `function check(x) { if (${isPrivate}) throw 1; return { ok: true } }`,
      `function check(x) { if (${isPrivate}) return null; return { ok: true } }`,
      `function check(x) { if (!${isPrivate}) return { ok: true }; return { ok: false } }`,
      `function check(x) { for (const one of PATTERNS) if (one.test(x)) return { ok: false }; return { ok: true } }`,
      `function known(x) { return { ok: !${isPrivate} } }\nfunction check(x) { return known(x) }`,
      `function known(x) { return ${isPrivate} }\nfunction check(x) { return { ok: !known(x) } }`,
      `function check(x) { const is = ${isPrivate}; return { other: 1, ok: !is } }`,
      `function check(x) { return { ...x, ok: !${isPrivate} } }`,
    ),
  },
  {
    language: 'python',
    head:
      'import ipaddress, socket\nfrom urllib.parse import urlparse\nRANGES = ' +
      '[ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("127.0.0.0/8"), ' +
      'ipaddress.ip_network("172.16.0.0/12"), ipaddress.ip_network("192.168.0.0/16"), ' +
      'ipaddress.ip_network("169.254.0.0/16")]\n',
    name: 'functions that know the private networks, in Python',
    programs: Object.fromEntries(
      [
        'return ipaddress.ip_address(x).is_private',
        'return not ipaddress.ip_address(x).is_private',
        'return ipaddress.ip_address(x).is_global',
        'return ipaddress.ip_address(x).is_private is True',
        'return ipaddress.ip_address(x).is_private is not True',
        'return ipaddress.ip_address(x).is_private is False',
        'return ipaddress.ip_address(x).is_private == False',
        'return ipaddress.ip_address(x).is_private != False',
        'return ipaddress.ip_address(x).is_private is not False',
        'return ipaddress.ip_address(x).is_private == True',
        'if ipaddress.ip_address(x).is_private:\n        return False\n    return True',
        'if ipaddress.ip_address(x).is_private:\n        raise ValueError()\n    return True',
        'address = ipaddress.ip_address(socket.gethostbyname(x))\n    return not (address.is_private or ' +
          'address.is_loopback or address.is_link_local)',
        'address = ipaddress.ip_address(socket.gethostbyname(x))\n    return any(address in network for ' +
          'network in RANGES)',
        'address = ipaddress.ip_address(socket.gethostbyname(x))\n    return not any(address in network for ' +
          'network in RANGES)',
        'for *_, found in socket.getaddrinfo(x, 80):\n        if not ' +
          'ipaddress.ip_address(found[0]).is_global:\n            return False\n    return True',
        'ok = True\n    if ipaddress.ip_address(socket.gethostbyname(x)).is_private:\n        ok = False\n  ' +
          '  return ok',
        'try:\n        return not ipaddress.ip_address(socket.gethostbyname(x)).is_private\n    except ' +
          'ValueError:\n        return False',
      ].map((body) => [
        body,
        `def check(x):\n    ${body}\ndef f(p):\n    if check(urlparse(p).hostname):\n        use(p)\n    ` +
          `else:\n        use(p)\n`,
      ]),
    ),
  },
  {
    ...javascript,
    name: 'hosts of addresses',
    programs: bodies(
      'const host = (x) => new URL(x).hostname; if (isPrivateIp(host(p))) throw 1; use(p)',
      'const find = async (x) => (await dns.lookup(new URL(x).hostname)).address; if (isPrivateIp(await ' +
        'find(p))) throw 1; use(p)',
      'const find = async (x) => dns.lookup(x); if (isPrivateIp((await find(new URL(p).hostname)).address)) ' +
        'throw 1; use(p)',
      'const find = async (x, y) => (y ? (await dns.lookup(x)).address : x); if (isPrivateIp(await find(new ' +
        'URL(p).hostname, q))) throw 1; use(p)',
      'const host = new URL(p).hostname; if (isPrivateIp(host)) throw 1; use(p)',
      'const { address } = await dns.lookup(new URL(p).hostname); if (isPrivateIp(address)) throw 1; use(p)',
      'if (isPrivateIp(p)) throw 1; use(p)',
      'const all = await dns.resolve4(new URL(p).hostname); if (all.some((one) => isPrivateIp(one))) throw 1; use(p)',
      'const all = await dns.resolve4(new URL(p).hostname); for (const one of all) if (isPrivateIp(one)) ' +
        'throw 1; use(p)',
      'const all = await dns.resolve4(new URL(p).hostname); if (all.some((one) => isPrivateIp(q))) throw 1; use(p)',
      'const { address } = await dns.lookup(new URL(p).hostname); const number = ' +
        "address.split('.').reduce((n, part) => n * 256 + Number(part), 0); if (number >= 167772160 && number " +
        '<= 184549375) throw 1; use(p)',
      "const host = new URL(p).hostname; if (host.split('.').reduce((n, part) => n * 256 + Number(part), 0) " +
        '< 9) throw 1; use(p)',
      'const port = new URL(p).port; if (port > 1024) use(p)',
      'const host = new URL(p).hostname.toLowerCase(); if (isPrivateIp(host)) throw 1; use(p)',
      "const u = new URL(p); if (u.protocol !== 'https:') throw 1; if (isPrivateIp(u.hostname)) throw 1; " +
        'use(u); use(u.href); use(p)',
      'const u = new URL(p); if (isPrivateIp(u.hostname) || isPrivateIp(p)) throw 1; use(p)',
      'const u = new URL(p); if (u.hostname === q) use(p)',
      'const u = new URL(p); if (parse(u.hostname) === q) throw 1; use(p)',
    ),
  },
]
