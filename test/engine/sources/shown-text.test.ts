import { describe, expect, it } from 'vitest'
import { shownText } from '../../../src/engine/sources/shown-text.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'

describe('a hostile text that is shown', () => {
  it.each([
    '\0',
    '\n',
    '\u001b',
    '\u0085',
    '\u00ad',
    '\u061c',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
  ])('has no %j', (hidden) => {
    expect(shownText(`a${hidden}b`)).toBe('a\uFFFDb')
  })

  it('keeps what names of files are made of', () => {
    const names = ['src/Ünïcode é.ts', 'ไฟล์/日本語 한국어.md', 'עברית/عربي', '📦️ 🇨🇭.txt', "a 'b' (c) [d] & e;$f"]
    expect(names.map((name) => shownText(name))).toEqual(names)
  })

  it('is so in what a project asks for and cannot have', async () => {
    const { unresolved } = await projectInventoryOf({
      'package.json': { dependencies: { 'safe\u202egnp': '^1\u200b' } },
    })
    expect(unresolved).toMatchObject([{ name: 'safe\uFFFDgnp', requested: '^1\uFFFD' }])
  })
})
