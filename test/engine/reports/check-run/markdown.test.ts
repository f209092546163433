import { expect, it } from 'vitest'
import { markdownCode, markdownProse, markdownText } from '../../../../src/engine/reports/check-run/markdown.ts'
import { withoutCode } from '../../../support/outside-code.ts'

it.each([
  '@modelcontextprotocol/sdk 1.0.0',
  'tool "read#1" of owner/name#2',
  'GH-12 and user@example.com',
  '@' + 'x'.repeat(400),
])('the name in %j is copied as it is', (text) => {
  for (const markdown of [markdownText(text), markdownCode(text), markdownProse(text)])
    expect(markdown).not.toMatch(/[\u200b-\u200f\u2060\ufeff]|&#/)
  expect(markdownText(text, 1_000).replaceAll('`', '')).toBe(text)
})

it('a reference beside code is another piece of code', () => {
  expect(markdownProse('a@b`c`@d')).toBe('`a@b` `c` `@d`')
  expect(markdownProse('Pin `a` to @b.')).toBe('Pin `a` to `@b`.')
})

it('no reference to a person, an issue, or a page is outside code', () => {
  const parts = [
    '@',
    '#',
    'gh-',
    'a',
    '1',
    '.',
    ':',
    '/',
    '`',
    '\\',
    '|',
    '_',
    ' ',
    '[',
    '](',
    '<',
    '&',
    '\n',
    '://',
    'www.',
  ]
  let state = 1
  for (let count = 0; count < 3_000; count += 1) {
    let text = ''
    for (let length = 1 + (count % 9); length > 0; length -= 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      text += parts[(state >>> 16) % parts.length]
    }
    const outside = withoutCode(markdownText(text))
    expect(outside, JSON.stringify(text)).not.toMatch(/@[\w-]|#\d|\bgh-\d|www\.|(?<!\\)[`|_[<]|(?<!\\):\/\//i)
  }
})
