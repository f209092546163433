import { describe, expect, it } from 'vitest'
import { derived, filesOf, functionsOf, release, type Texts } from './derived.ts'
import { deriveFunctions } from '../../../../src/engine/reachability/derivation/derive-functions.ts'

const setKey = `
function setKey(target, keys, value) {
  let o = target
  for (const key of keys.slice(0, -1)) {
    if (key === '__proto__') return
    if (o[key] === undefined) o[key] = {}
    o = o[key]
  }
  o[keys[keys.length - 1]] = value
}
exports.parse = function (args) {
  const result = {}
  for (const arg of args) setKey(result, arg.split('.'), true)
  return result
}
exports.stringify = (value) => Object.keys(value).map((key) => '--' + key).join(' ')
`
const changeIn = (text: string, from: string, to: string) => {
  expect(text).toContain(from)
  return text.replace(from, () => to)
}
const fixed = changeIn(setKey, "key === '__proto__'", "key === '__proto__' || key === 'constructor'")
const inFile = (text: string, path = 'index.js'): Texts => ({ [path]: text })

describe('deriveFunctions', () => {
  it('finds the function that a fix changed', () => {
    const { functions, confidence, shortfall } = derived(inFile(setKey), inFile(fixed))
    expect(functions).toEqual([{ path: 'index.js', name: 'setKey', line: 2, change: 'changed', signs: ['condition'] }])
    expect([confidence, shortfall]).toEqual(['high', undefined])
  })

  it('ignores comments, formatting, names of variables, versions, and the order of functions', () => {
    const before = `const version = '1.2.3'
      function a(x) { return run(x, 'a') }
      function b(x) { return run(x, 'b') }`
    const after = `/* v1.2.4 */ const version = '1.2.4'
      function b(y) {
        return run(y, 'b') // unchanged
      }
      function a(value) { return run(value, 'a') }`
    expect(derived(inFile(before), inFile(after))).toMatchObject({ functions: [], shortfall: 'no-function-changed' })
  })

  it('recognizes functions and files that moved or have other names', () => {
    const renamed = changeIn(setKey.replaceAll('setKey', 'assignPath'), "'--' + key", "'--' + key")
    expect(functionsOf({ 'lib/a.js': setKey }, { 'src/parser/b.js': renamed })).toEqual([])
  })

  it('finds a change although the fixed version has a copy of the old file', () => {
    expect(derived(inFile(setKey), { 'index.js': fixed, 'legacy.js': setKey }).functions).toMatchObject([
      { path: 'index.js', name: 'setKey', signs: ['condition'] },
    ])
    const handlers = (pattern: string) => `
      exports.register = (parser) => parser
        .set('word', function () { return this.add(this.position(), 'word') })
        .set('list', function () {
          const [start, isNested] = [this.position(), this.isInside('list')]
          const found = this.match(${pattern})
          return isNested ? start.extend(this.previous(), 'list') : this.add(start, found[0])
        })`
    const after = { 'index.js': handlers('/^(?:,|;)+/'), 'old.js': handlers('/^(,+;*)+/') }
    expect(derived(inFile(handlers('/^(,+;*)+/')), after).functions).toMatchObject([
      { path: 'index.js', name: 'register.<2>', signs: ['pattern'] },
    ])
  })

  it('separates nested functions from the functions that create them', () => {
    const before = `exports.send = (items) => { prepare(items); return items.map((item) => write(item.name)) }`
    const after = changeIn(before, 'write(item.name)', 'write(escape(item.name))')
    expect(functionsOf(inFile(before), inFile(after))).toEqual(['changed index.js send.<1>'])
  })

  it('lists functions that the fix removed', () => {
    const after = changeIn(setKey, 'exports.stringify =', 'exports.format =').replace(
      "'--' + key",
      'encode(key, options)',
    )
    const before = `${setKey}
      exports.run = (code) => { const f = new Function(code); return f.call(global, code.length) }`
    expect(functionsOf(inFile(before), inFile(after))).toContain('removed index.js run')
  })

  it('lists the readers of patterns and tables that changed', () => {
    const before = `
      const unsafe = /[<>]/g
      const names = { '<': '&lt;', '>': '&gt;' }
      exports.escape = (text) => text.replace(unsafe, (match) => names[match])
      exports.trim = (text) => text.trim()
    `
    expect(functionsOf(inFile(before), inFile(changeIn(before, '[<>]', '[<>"]')))).toEqual([
      'reads-changed index.js escape',
    ])
    expect(functionsOf(inFile(before), inFile(changeIn(before, "'>': '&gt;'", `'>': '&gt;', '"': '&quot;'`)))).toEqual([
      'reads-changed index.js escape.<1>',
    ])
  })

  it('lists readers in other files, also in unchanged ones', () => {
    const before = {
      'lib/patterns.js': 'exports.host = /^[a-z.]+/',
      'lib/limits.json': '{"depth": 1000}',
      'index.js': `
        const patterns = require('./lib/patterns')
        const limits = require('./lib/limits.json')
        exports.isHost = (text) => patterns.host.test(text)
        exports.walk = (tree) => visit(tree, limits.depth)
        exports.other = (text) => text.length
      `,
    }
    const pattern = { ...before, 'lib/patterns.js': 'exports.host = /^[a-z.]+$/' }
    expect(functionsOf(before, pattern)).toEqual(['reads-changed index.js isHost'])
    const limit = { ...before, 'lib/limits.json': '{"depth": 100}' }
    expect(functionsOf(before, limit)).toEqual(['reads-changed index.js walk'])
  })

  it('lists the module body if no function of the package reads the changed value', () => {
    const before = `exports.pattern = /^a+/\nexports.other = () => 1`
    const { functions } = derived(inFile(before), inFile(changeIn(before, '^a+', '^a+$')))
    expect(functions).toMatchObject([{ path: 'index.js', name: '', change: 'reads-changed', isWeak: true }])
  })

  it('lists the module body if too many functions read the changed value', () => {
    const readers = Array.from({ length: 50 }, (_, at) => `exports.f${at} = (x) => x.limit + ${at}`)
    const before = `exports.limit = 10\n${readers.join('\n')}`
    const { functions } = derived(inFile(before), inFile(changeIn(before, 'limit = 10', 'limit = 5')))
    expect(functions).toMatchObject([{ name: '', change: 'reads-changed', isWeak: true }])
  })

  it('lists callers that call another function than before', () => {
    const before = `
      function decode(text) { return JSON.parse(text) }
      function decodeStrictly(text) { if (text.length > 100) throw new Error('too long'); return JSON.parse(text) }
      exports.read = (text) => decode(text)
      exports.readStrictly = (text) => decodeStrictly(text)
      exports.keep = () => decode
    `
    const after = changeIn(before, '(text) => decode(text)', '(text) => decodeStrictly(text)')
    expect(functionsOf(inFile(before), inFile(after))).toEqual(['calls-added index.js read'])
  })

  it('lists the module body only for effects that no function carries', () => {
    const before = `const app = express(); app.post('/run', (request) => run(request.body)); app.listen(1)`
    expect(functionsOf(inFile(before), inFile(changeIn(before, 'app.post', 'app.use(helmet()); app.post')))).toEqual([
      'changed index.js ',
    ])
    expect(functionsOf(inFile(before), inFile(changeIn(before, "'/run', ", "'/run', checkToken, ")))).toEqual([
      'changed index.js <1>',
    ])
    expect(functionsOf(inFile(before), inFile(`${before}; exports.added = () => app.close()`))).toEqual([])
  })

  it('does not list functions of an object that the changed code uses', () => {
    const functions = Array.from({ length: 9 }, (_, at) => `f${at}: (x) => x.p${at}(${at})`)
    const callbacks = Array.from({ length: 9 }, (_, at) => `socket.on('e${at}', () => callback(${at}))`)
    const before = `
      const helpers = { ${functions.join(', ')} }
      exports.send = function send(address, socket, callback) {
        const target = new URL(address, 'http://localhost')
        if (helpers.f1(target)) return callback(target)
        helpers.f2(target, socket)
        ${callbacks.join('\n')}
      }`
    expect(functionsOf(inFile(before), inFile(changeIn(before, "'http://localhost'", 'undefined')))).toEqual([
      'changed index.js send',
    ])
    const atStart = `const helpers = { ${functions.join(', ')} }\nhelpers.f1('a')`
    expect(functionsOf(inFile(atStart), inFile(changeIn(atStart, "'a'", "'b'")))).toEqual(['changed index.js f1'])
  })

  it('recognizes small functions of other functions that moved', () => {
    const services = (...names: string[]) =>
      names
        .map((name) => `services.${name} = { js: (id) => { if (id) load('${name}', id.key, (x) => x.${name}) } }`)
        .join('\n')
    expect(functionsOf(inFile(services('a', 'b', 'c', 'd')), inFile(services('a', 'c', 'd')))).toEqual([
      'changed index.js js#2',
      'removed index.js js#2.<1>',
    ])
  })

  it('sorts likely causes first and lists every copy', () => {
    const before = `exports.a = () => one(); exports.z = (path) => read(path)`
    const after = `
      exports.a = () => two()
      exports.z = (path) => { if (!isSafe(path)) throw new Error(path); return read(path) }`
    expect(functionsOf({ 'cjs/a.js': before, 'esm/a.js': before }, { 'cjs/a.js': after, 'esm/a.js': after })).toEqual([
      'changed cjs/a.js z',
      'changed esm/a.js z',
      'changed cjs/a.js a',
      'changed esm/a.js a',
    ])
  })

  it('ignores tests, declarations, documentation, and settings', () => {
    const paths = ['test/a.js', 'a.test.ts', 'docs/a.js', 'examples/a.js', 'a.d.ts', 'benchmark/a.js', 'a.config.js']
    const before = Object.fromEntries(paths.map((path) => [path, setKey]))
    const after = Object.fromEntries(paths.map((path) => [path, fixed]))
    const settings = { 'package.json': '{"version": "1.2.3"}' }
    expect(derived({ ...before, ...settings }, { ...after, 'package.json': '{"version": "1.2.4"}' })).toMatchObject({
      functions: [],
      shortfall: 'no-function-changed',
      confidence: 'low',
    })
  })

  it('reads only files that differ', () => {
    const [before, after] = [filesOf({ 'a.js': setKey, 'b.js': setKey }), filesOf({ 'a.js': fixed, 'b.js': setKey })]
    deriveFunctions(release, before, after)
    expect([before.requested, after.requested]).toEqual([['a.js'], ['a.js']])
  })

  it('reports files that it cannot parse', () => {
    expect(derived(inFile('function ('), inFile('function ((')).shortfall).toBe('not-parsed')
  })

  it('finds changes that only the text shows, with low weight', () => {
    const before = `exports.take = (list) => { let count = 0; for (const item of list) count++; return count }`
    const { functions } = derived(inFile(before), inFile(changeIn(before, 'count++', 'count--')))
    expect(functions).toMatchObject([{ name: 'take' }])
  })

  it('finds changed Python functions, class attributes, and decorators', () => {
    const before = `
import re
class Loader:
    pattern = re.compile('[a-z]+')
    def load(self, stream):
        return yaml.load(stream)
    def match(self, text):
        return self.pattern.match(text)
@route('/admin')
def admin(request):
    return request.user
def other():
    return 1
`
    const file = (text: string) => inFile(text, 'loader/base.py')
    const load = changeIn(before, 'yaml.load(stream)', 'yaml.safe_load(stream)')
    expect(functionsOf(file(before), file(load))).toEqual(['changed loader/base.py Loader.load'])
    const pattern = changeIn(before, "'[a-z]+'", "'[a-z]+$'")
    expect(functionsOf(file(before), file(pattern))).toEqual(['reads-changed loader/base.py Loader.match'])
    const decorated = changeIn(before, "@route('/admin')", "@route('/admin')\n@login_required")
    expect(functionsOf(file(before), file(decorated))).toEqual(['changed loader/base.py admin'])
  })

  it('matches the functions of minified bundles', () => {
    const functions = Array.from({ length: 60 }, (_, at) => `function f${at}(x){return g(x,${at},"k${at}")+x.p${at}}`)
    const before = `!function(){${functions.join('')}exports.a=f1}()`
    const after = before.replaceAll(/\bf(\d+)/g, (_, at: string) => `q${(Number(at) * 7) % 60}`)
    const changed = changeIn(after, 'g(x,17,"k17")', 'g(h(x),17,"k17")')
    const { functions: found } = derived(inFile(before, 'dist/a.min.js'), inFile(changed, 'dist/a.min.js'))
    expect(found.map(({ name }) => name)).toEqual(['<1>.f17'])
  })

  it('lists a rewritten file as a whole', () => {
    const text = (call: string) =>
      Array.from({ length: 60 }, (_, at) => `exports.f${at} = (x) => ${call}(x, ${at}).value`).join('\n')
    const { functions, confidence, shortfall } = derived(
      { 'src/a.js': setKey, 'dist/a.js': text('one') },
      { 'src/a.js': fixed, 'dist/a.js': text('two') },
    )
    expect(functions.map(({ path, name, isWeak }) => [path, name, isWeak])).toEqual([
      ['src/a.js', 'setKey', undefined],
      ['dist/a.js', '', true],
    ])
    expect([confidence, shortfall]).toEqual(['high', undefined])
    expect(derived(inFile(text('one')), inFile(text('two'))).shortfall).toBe('too-many-changes')
  })

  it('lists every changed function of a Python file, which no compiler writes', () => {
    const text = (call: string) =>
      Array.from({ length: 60 }, (_, at) => `def f${at}(x):\n    return ${call}(x, ${at}).value`).join('\n')
    const { functions, shortfall } = derived(inFile(text('one'), 'a.py'), inFile(text('two'), 'a.py'))
    expect([functions.length, functions.some(({ name }) => name === ''), shortfall]).toEqual([
      60,
      false,
      'too-many-changes',
    ])
  })

  it('lists scripts of web pages in a Python package only if no Python function changed', () => {
    const pypi = { ...release, ecosystem: 'PyPI' } as const
    const view = (check: string) => `def view(request):\n    return render(${check}(request.path))\n`
    const [before, after] = [{ 'static/page.js': setKey }, { 'static/page.js': fixed }]
    const both = deriveFunctions(
      pypi,
      filesOf({ ...before, 'views.py': view('str') }),
      filesOf({ ...after, 'views.py': view('quote') }),
    )
    expect(both.functions.map(({ path, name }) => [path, name])).toEqual([['views.py', 'view']])
    expect(both.shortfall).toBe('not-parsed')
    const scripts = deriveFunctions(pypi, filesOf(before), filesOf(after))
    expect(scripts.functions.map(({ path, name }) => [path, name])).toEqual([['static/page.js', 'setKey']])
    expect(scripts.shortfall).toBe('not-parsed')
  })
})
