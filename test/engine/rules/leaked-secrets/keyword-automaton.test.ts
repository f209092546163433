import { describe, expect, it } from 'vitest'
import { KeywordAutomaton } from '../../../../src/engine/rules/leaked-secrets/keyword-automaton.ts'

const keywords = ['he', 'she', 'his', 'hers', 'ghp_', '-----begin', 'e']

function found(text: string | Buffer, partBytes = Infinity): string[] {
  const automaton = new KeywordAutomaton(keywords)
  const bytes = Buffer.from(text)
  const places: string[] = []
  let state = 0
  for (let from = 0; from < bytes.length; from += partBytes)
    state = automaton.scan(bytes, from, Math.min(from + partBytes, bytes.length), state, (keyword, end) =>
      places.push(`${keywords[keyword]}@${end}`),
    )
  return places.sort()
}

/** The naive implementation: compares each keyword at each position. */
function expected(text: string): string[] {
  return keywords
    .flatMap((keyword) =>
      Array.from({ length: text.length }, (_unused, end) => end + 1)
        .filter((end) => text.toLowerCase().slice(0, end).endsWith(keyword))
        .map((end) => `${keyword}@${end}`),
    )
    .sort()
}

describe('keywords are found', () => {
  it.each(['ushers', 'his SHE HeRs', '', 'nothing', 'GHP_ghp_', '------begin-----BEGIN', 'hhhehehers\nshe'])(
    'in %j, whatever their case, overlapping and inside each other',
    (text) => {
      expect(found(text)).toEqual(expected(text))
    },
  )

  it('also where a text is read in parts', () => {
    for (const partBytes of [1, 2, 3, 7])
      expect(found('ushers -----BEGIN ghp_', partBytes)).toEqual(expected('ushers -----BEGIN ghp_'))
  })

  it('among bytes that are no ASCII', () => {
    expect(found(Buffer.concat([Buffer.from([0xff, 0xc8, 0x00]), Buffer.from('she'), Buffer.from([0xe8])]))).toEqual([
      'e@6',
      'he@6',
      'she@6',
    ])
  })
})
