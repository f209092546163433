import { describe, expect, it } from 'vitest'
import { judgedUses } from './judged-text.ts'

const head = "const ENDINGS = ['.txt', '.md']; const HOSTS = ['example.com']\n"
const judged = (made: string, list = 'ENDINGS') =>
  judgedUses(`${head}export function f(x) { if (!${list}.includes(${made})) throw 1; use(x) }`)[0]

describe('checks of rewritten texts', () => {
  it.each([
    'x.slice(-4)',
    "x.slice(x.lastIndexOf('.'))",
    'x.substring(x.length - 4)',
    "x.substring(x.lastIndexOf('.'))",
  ])('an ending that is allowed says nothing about the path: %s', (made) => {
    expect(judged(made)).toEqual({ cleared: [], mistakes: [] })
  })

  it.each(["x.replace(/.*\\./, '.')", "x.replace(/[^a-z.]/g, '')", "x.replaceAll('/', '')"])(
    'what is left after a cut says nothing about the path: %s',
    (made) => {
      expect(judged(made)?.cleared).toEqual([])
      expect(judged(made)?.mistakes).toEqual(['cut-for-check'])
    },
  )

  it('does not take evilexample.com for example.com', () => {
    expect(judged("x.replace(/^\\w+/, '')", 'HOSTS')?.cleared).not.toContain('url')
    expect(judged("x.replaceAll('-', '')", 'HOSTS')?.cleared).not.toContain('url')
    expect(judged("x.replace(/^www\\./, '')", 'HOSTS')?.cleared).toContain('url')
  })

  it('knows other forms of the same path', () => {
    for (const made of ["x.replace(/\\\\/g, '/')", "x.replace(/\\/+$/, '')", "x.replace(/\\.md$/, '')"])
      expect(judged(made)?.cleared, made).toContain('path')
  })
})
