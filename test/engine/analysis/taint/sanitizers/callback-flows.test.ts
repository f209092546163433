import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const before = `
const check = (name, done) => (/^[a-z]+$/.test(name) ? done(null) : done(new Error('bad')))
const checkLate = (name, done) => { if (!/^[a-z]+$/.test(name)) { done('bad name'); return } done() }
const report = (name, done) => { console.log(name); done(null) }
const ensure = async (name) => { if (!/^[a-z]+$/.test(name)) throw new Error('bad') }
const look = async (name) => { if (!/^[a-z]+$/.test(name)) console.log('bad') }
`

const cases: Cases = {
  'a callback that stops at an error': ['check(p, (error) => { if (error) return; use(p) })', 'safe'],
  'a callback that uses the value without an error': ['check(p, (error) => { if (!error) use(p) })', 'safe'],
  'a callback that compares the error': ['check(p, (error) => { if (error !== null) throw error; use(p) })', 'safe'],
  'a callback that gets a text as the error': ['checkLate(p, (error) => { if (error) return; use(p) })', 'safe'],
  'a callback that ignores the error': ['check(p, (error) => { console.log(error); use(p) })', 'open'],
  'a callback that uses the value at an error': ['check(p, (error) => { if (error) use(p) })', 'open'],
  'a callback of another value': ['check(q, (error) => { if (error) return; use(p) })', 'open'],
  'a callback of a function that checks nothing': ['report(p, (error) => { if (error) return; use(p) })', 'open'],
  'a fulfilled promise': ['ensure(p).then(() => use(p))', 'safe'],
  'a fulfilled promise before another one': ['ensure(p).then(() => 1).then(() => use(p))', 'safe'],
  'a promise that is not waited for': ['ensure(p).then(() => 1); use(p)', 'open'],
  'a rejection that goes on': ['ensure(p).catch(() => 1).then(() => use(p))', 'open'],
  'a rejection that goes on in then': ['ensure(p).then(() => 1, () => 2).then(() => use(p))', 'open'],
  'a promise for another value': ['ensure(q).then(() => use(p))', 'open'],
  'a promise that is always fulfilled': ['look(p).then(() => use(p))', 'open'],
  'a function that is called for a rejection': ['ensure(p).then(() => 1, () => use(p))', 'open'],
}

describe('a check whose result a callback gets', () => {
  it.each(Object.entries(cases))('is decided: %s', (_what, [body, expected]) => {
    expect(guardsOf('javascript', 'command', `${before}export function f(p, q) { ${body} }`)).toBe(expected)
  })

  it('is what a chain of promises returns', () => {
    const chain = (first: string) =>
      guardsOf(
        'javascript',
        'path',
        "import path from 'node:path'\nconst ROOT = path.resolve('/data')\n" +
          "function inside(p) { const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT + '/')) throw 1; " +
          'return full }\n' +
          `export function f(p) { return Promise.resolve(p).then(${first}).then((full) => use(full)) }`,
      )
    expect(chain('inside')).toBe('safe')
    expect(chain('(p) => path.resolve(ROOT, p)')).toBe('open')
  })
})
