import { describe, expect, it } from 'vitest'
import { judgedUses } from './judged-text.ts'

const head =
  `import path from 'node:path'; import fs from 'node:fs/promises'; import dns from 'node:dns/promises'
let roots = []; export function setRoots(list) { roots = [...list] } setRoots(process.argv.slice(2))
function within(p, list) { const full = path.resolve(path.normalize(p)); return list.some((root) => { ` +
  `const own = path.resolve(root); if (full === own) return true; return full.startsWith(own + path.sep) }) }
const flip = (p) => { if (p.startsWith('\\\\\\\\')) { p = '\\\\\\\\' + p.slice(2) } return ` +
  `path.normalize(p) }
`

/** Name, source text, and kinds for which a check is reported as undecided. */
const undecided: readonly [name: string, text: string, kinds: readonly string[]][] = [
  [
    'a check of a path that a function of many ways made',
    'export function f(p) { const full = path.resolve(p); if (!within(flip(full), roots)) throw 1; use(full) }',
    ['path'],
  ],
  [
    'a check of the real path in another form, of which the path itself is used',
    'export async function f(p) { const real = await fs.realpath(p); if (!within(flip(real), roots)) throw ' +
      '1; use(real) }',
    ['path'],
  ],
  [
    'a function that throws after such a check',
    'function check(p) { const full = path.resolve(p); if (!within(flip(full), roots)) throw new ' +
      'Error("outside") }\nexport function f(p) { check(p); use(p) }',
    ['path'],
  ],
  [
    'a check of a text that the path is part of',
    'export function f(p) { const shown = `${p}/`; if (!within(shown, roots)) throw 1; use(p) }',
    ['path'],
  ],
  [
    'addresses that are compared by their numbers',
    'const nets = [[0x0a000000, 8], [0x7f000000, 8]]; const number = (ip) => ip.split(".").reduce((all, ' +
      'part) => all * 256 + Number(part), 0); const isInside = (ip) => nets.some(([net, bits]) => (number(ip) ' +
      '>>> (32 - bits)) === (net >>> (32 - bits)))\nexport async function f(u) { const at = new URL(u); if ' +
      '(at.protocol !== "https:") throw 1; const { address } = await dns.lookup(at.hostname); if ' +
      '(isInside(address)) throw 2; use(u) }',
    ['url'],
  ],
]

const ranges =
  'const nets = (() => { const cidr = (ip, bits) => { const [a, b, c, d] = ip.split(".").map(Number); const mask = ' +
  '(0xffffffff << (32 - bits)) >>> 0; return [(((a << 24) | (b << 16) | (c << 8) | d) >>> 0) & mask, mask] }; return ' +
  '[cidr("10.0.0.0", 8), cidr(extra, 8)] })()\n' +
  'function number(ip) { const parts = ip.split(".").map(Number); return ((parts[0] << 24) | (parts[1] << 16) | ' +
  '(parts[2] << 8) | parts[3]) >>> 0 }\n' +
  'function isPrivate(ip) { if (net.isIPv4(ip)) { const own = number(ip); return nets.some(([base, mask]) => ' +
  '(own & mask) === base) } return ip === "::1" || /^f[cd]|^fe80|^::ffff:|^::$/.test(ip) }\n'

/** Name and source text of code that does not check the value, or certainly not enough. */
const decided: readonly [name: string, text: string][] = [
  ['a check of another value', 'export function f(p, q) { if (!within(flip(q), roots)) throw 1; use(p) }'],
  ['a check whose result nobody looks at', 'export function f(p) { within(flip(p), roots); use(p) }'],
  ['a check after the use', 'export function f(p) { use(p); if (!within(flip(p), roots)) throw 1 }'],
  ['a check of the name alone', 'export function f(p) { if (!within(path.extname(p), roots)) throw 1; use(p) }'],
  [
    'a check against folders that the same caller names',
    'export function f(args) { if (!within(flip(args.p), args.list)) throw 1; use(args.p) }',
  ],
  [
    'a check against a list that the same caller sends',
    'function check(name, list) { if (!list.includes(name)) throw 1 }\nexport function f(args) { ' +
      'check(args.p, args.list); use(args.p) }',
  ],
  [
    'a prefix without separator, in another form of the path',
    'export function f(p) { if (!roots.some((root) => flip(p).startsWith(root))) throw 1; use(p) }',
  ],
  [
    'a check that one of two ways leaves out',
    'export function f(p, q) { if (q === "raw") { use(p) } else if (within(flip(p), roots)) { log(p) } }',
  ],
  [
    'a function that ends early where no folder is set',
    'const root = process.env.ROOT; function check(p) { if (!root) return; if (!within(flip(p), [root])) ' +
      'throw 1 }\nexport function f(p) { check(p); use(p) }',
  ],
  [
    'a question whether the file is there',
    'export async function f(p) { const stat = await fs.stat(flip(p)); if (stat.size === 0) throw 1; use(p) }',
  ],
  ['the scheme alone', 'export function f(u) { if (new URL(u).protocol !== "https:") throw 1; use(u) }'],
  [
    'a port that is compared',
    'const port = Number(process.env.PORT); export function f(u) { const at = new URL(u); if (at.protocol ' +
      '!== "https:" || Number(at.port) !== port) throw 1; use(u) }',
  ],
]

describe('guards that cannot be judged', () => {
  it.each(undecided)('are reported as such: %s', (_name, text, kinds) => {
    const [judged] = judgedUses(head + text)
    expect(kinds.filter((kind) => judged?.tested?.some((one) => one === kind))).toEqual(kinds)
    expect(kinds.filter((kind) => judged?.cleared.some((one) => one === kind))).toEqual([])
    expect(judged?.mistakes).not.toContain('scheme-alone')
  })

  it.each(decided)('are not reported for %s', (_name, text) => {
    const [judged] = judgedUses(head + text)
    expect(judged?.tested).toBeUndefined()
    expect(judged?.cleared.filter((kind) => kind === 'path' || kind === 'url')).toEqual([])
  })

  it('are looked for in a chain of thousands of defaults, too', () => {
    const chain = Array.from({ length: 3_000 }, (_none, index) => `a = a || x${index};`).join(' ')
    expect(
      judgedUses(`${head}export function f(p) { let a = p; ${chain} if (roots.includes(a + 'x')) use(p) }`)[0]?.cleared,
    ).not.toContain('path')
  })

  it('still reports the scheme where nothing else is compared', () => {
    expect(
      judgedUses(`${head}export function f(u) { if (new URL(u).protocol !== "https:") throw 1; use(u) }`)[0]?.mistakes,
    ).toContain('scheme-alone')
  })

  it('does not take the path for checked from which only the check cuts parts', () => {
    expect(
      judgedUses(
        `${head}export function f(p) { const clean = path.resolve(p.replace(/\\.\\.\\//g, '')); if ` +
          '(!within(clean, roots)) throw 1; use(p) }',
      )[0],
    ).toEqual({ cleared: [], mistakes: ['cut-for-check'] })
    expect(
      judgedUses(
        `${head}export function f(p) { const clean = path.resolve(p.replace(/\\.\\.\\//g, '')); if ` +
          '(!within(clean, roots)) throw 1; use(clean) }',
      )[0]?.cleared,
    ).toEqual(['path'])
    expect(
      judgedUses(
        `${head}export function f(p) { const plain = path.resolve(p.replace(/\\\\/g, '/')); if ` +
          '(!within(plain, roots)) throw 1; use(p) }',
      )[0]?.cleared,
    ).toEqual(['path'])
  })

  it('knows a separator that takes the place of the end of a folder', () => {
    expect(
      judgedUses(
        `${head}export function f(p) { const full = path.resolve(p); if (!roots.some((root) => ` +
          `full.startsWith(root.replace(/\\/?$/, '/')))) throw 1; use(full) }`,
      )[0]?.cleared,
    ).toContain('path')
    expect(
      judgedUses(
        `${head}export function f(p) { const full = path.resolve(p); if (!roots.some((root) => ` +
          "full.startsWith(root.replace(/x$/, '/')))) throw 1; use(full) }",
      )[0]?.cleared,
    ).not.toContain('path')
  })
})

describe('a function whose code is not available', () => {
  const unknown =
    "import { isSafePath, isURL, validatePath } from 'acme-guard'; import { minimatch } from 'minimatch'\n"
  const tested = (text: string) => judgedUses(`${unknown}${text}`)[0]?.tested

  it.each([
    ['a condition that throws', 'export function f(p) { if (!isSafePath(p)) throw new Error("no"); use(p) }'],
    [
      'an error that names the value',
      'export function f(p) { if (!isSafePath(p)) { return fail(`bad ${p}`) } use(p) }',
    ],
    ['a statement that may throw', 'export async function f(p) { await validatePath(p); use(p) }'],
    [
      'a function of the program around it',
      'function check(p) { if (!isSafePath(p)) throw 1; return p }\nexport function f(p) { use(check(p)) }',
    ],
    [
      'a function that is true only if it holds',
      'const isFine = (p) => p.length < 100 && isSafePath(p)\nexport function f(p) { if (!isFine(p)) return; use(p) }',
    ],
    ['the end of the process', 'export function f(p) { if (!isSafePath(p)) { process.exit(1) } use(p) }'],
    ['a check of the bytes of a text', "export function f(p) { validatePath(p.encode('utf-8')); use(p) }"],
  ])('is reported as a check of paths alone: %s', (_name, text) => {
    expect(tested(text)).toEqual(['path'])
  })

  it.each([
    [
      'a check that an object brings along',
      'export class A { constructor(policy) { this.policy = policy } f(p) { if (!this.policy.isAllowed(p)) throw 1; ' +
        'use(p) } }',
    ],
    [
      'patterns of the command line',
      'const own = process.argv.slice(2); export function f(p) { if (!own.some((one) => minimatch(p, one))) throw 1; ' +
        'use(p) }',
    ],
    [
      'an answer that says whether the value is allowed',
      "import policy from 'acme-policy'\nexport async function f(p) { const answer = await policy.judge(p); " +
        'if (!answer.allowed) throw 1; use(p) }',
    ],
    [
      'a check of the object around the value',
      "import { validate } from 'acme-schema'\nexport function f(args) { const { ok } = validate(args); " +
        'if (!ok) throw 1; use(args.p) }',
    ],
  ])('is reported for every kind of taint: %s', (_name, text) => {
    expect(tested(text)).toContain('command')
    expect(tested(text)).toContain('path')
  })

  it.each([
    ['another value', 'export function f(p, q) { validatePath(q); use(p) }'],
    [
      'an answer that says something else',
      "import users from 'acme-users'\nexport async function f(p) { const user = await users.find(p); " +
        'if (!user.active) throw 1; use(p) }',
    ],
    [
      'an answer that is only logged',
      "import policy from 'acme-policy'\nexport async function f(p) { const answer = await policy.judge(p); " +
        "if (!answer.allowed) console.log('no'); use(p) }",
    ],
    ['an outcome that is only logged', 'export function f(p) { if (!isSafePath(p)) { console.log("bad") } use(p) }'],
    ['a result that nothing reads', 'export function f(p) { isSafePath(p); use(p) }'],
    ['an exception that is caught', 'export function f(p) { try { validatePath(p) } catch (e) { log(e) } use(p) }'],
    [
      'a condition of which both outcomes go on',
      'export function f(p) { if (isSafePath(p)) { if (p.length > 9) throw 1 } use(p) }',
    ],
    ['a choice between two uses', 'export function f(p) { if (isSafePath(p)) read(p); else use(p) }'],
    ['a use that ends the function', 'export function f(p) { if (isSafePath(p)) { return read(p) } use(p) }'],
    ['a pattern of the same caller', 'export function f({ p, one }) { if (!minimatch(p, one)) throw 1; use(p) }'],
    ['the form of an address', 'export function f(p) { if (!isURL(p)) throw 1; use(p) }'],
    [
      'a setting that is off by default',
      'export function f(p) { if (process.env.CHECK === "1") { if (!isSafePath(p)) throw 1 } use(p) }',
    ],
    [
      'a function of the language',
      "import fs from 'node:fs'\nexport function f(p) { if (!fs.existsSync(p)) throw 1; use(p) }",
    ],
  ])('is no check of the value: %s', (_name, text) => {
    expect(tested(text)).toBeUndefined()
  })
})

describe('a check of addresses in two ways', () => {
  const text = (before: string) =>
    `${head}import net from 'node:net'; const extra = process.argv[2]\n${ranges}export async function f(u) { ` +
    `const { hostname } = new URL(u); for (const { address } of await dns.lookup(hostname, { all: true })) { ` +
    `if (${before}) throw new Error('private') } use(u) }`

  it('is undecided if one way cannot be judged and the other one covers all networks', () => {
    const [judged] = judgedUses(text('isPrivate(address)'))
    expect(judged?.tested).toContain('url')
    expect(judged?.mistakes).not.toContain('deny-list')
  })

  it('is a list of forbidden addresses if it names some of them alone', () => {
    const [judged] = judgedUses(text('address === "127.0.0.1"'))
    expect(judged?.tested).toBeUndefined()
    expect(judged?.mistakes).toContain('deny-list')
  })
})
