import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const javascript: Cases = {
  'a part at a place': ["export const f = (p) => use(`/data/a.${p.split('/')[1] || 'bin'}`)", 'safe'],
  'a part that is taken out of the list': [
    "export const f = (p) => { const [, ending] = p.split('/'); use(`/data/a.${ending}`) }",
    'safe',
  ],
  'a part between other signs': ["export const f = (p) => use(`/data/a.${p.split('.')[1]}`)", 'open'],
  'all parts': ["export const f = (p) => use(`/data/${p.split('/').join('/')}`)", 'open'],
  'all parts but the first': [
    "export const f = (p) => { const [first, ...rest] = p.split('/'); use(`/data/${rest.join('/')}`) }",
    'open',
  ],
}

const python: Cases = {
  'a part at a place': ['def f(p, q):\n    use("/data/a." + p.split("/")[1])\n', 'safe'],
  'the rest behind a part': ['def f(p, q):\n    use("/data/a." + p.split("/", 1)[1])\n', 'open'],
}

describe('a part of a text that was split at slashes', () => {
  it.each(Object.entries(javascript))('has none: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', text)).toBe(guards)
  })

  it.each(Object.entries(python))('has none in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', text)).toBe(guards)
  })
})
