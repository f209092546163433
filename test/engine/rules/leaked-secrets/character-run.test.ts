import { describe, expect, it } from 'vitest'
import { containsRun } from '../../../../src/engine/rules/leaked-secrets/character-run.ts'

const digits = Uint8Array.from({ length: 256 }, (_unused, code) => Number(code >= 0x30 && code <= 0x39))

describe('containsRun', () => {
  it('agrees with a regular expression for every part of texts', () => {
    const texts = ['', '1', '12a345b6789', 'aaaa1111', '1111aaaa', '12345', 'a1b22c333d4444e', '\xff12\xe9345']
    for (const text of texts) {
      for (let from = 0; from <= text.length; from += 1) {
        for (let to = from; to <= text.length; to += 1) {
          for (const least of [1, 2, 3, 4, 5]) {
            const expected = new RegExp(String.raw`\d{${least}}`).test(text.slice(from, to))
            expect(containsRun(text, from, to, { members: digits, least }), `${text} ${from} ${to} ${least}`).toBe(
              expected,
            )
          }
        }
      }
    }
  })

  it('reads each character of a hostile text at most twice', () => {
    let reads = 0
    const counted = new Proxy(digits, {
      get: (target, name) => {
        reads += 1
        return Reflect.get(target, name) as unknown
      },
    })
    const text = `${'1'.repeat(63)}a`.repeat(1_000)
    expect(containsRun(text, 0, text.length, { members: counted, least: 64 })).toBe(false)
    expect(reads).toBeLessThanOrEqual(2 * text.length)
  })
})
