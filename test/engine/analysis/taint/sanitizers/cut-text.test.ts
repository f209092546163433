import { standardSyntax } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'
import { describe, expect, it } from 'vitest'
import { cutText } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/cut-text.ts'

const keeps = (pattern: string) => cutText(pattern, { flags: '', syntax: standardSyntax })?.keepsHost

describe('what is cut in front of a host', () => {
  it.each<[string, boolean]>([
    ['^www\\.', true],
    ['^(?:www\\.)?', true],
    ['^(?:www\\.|m\\.)', true],
    ['^', true],
    ['^w', false],
    // If the dot may be empty, `w` is also removed from other domains, for example from `web.example`.
    ['^w(?:\\.|)', false],
    ['^w(?:\\.)?', false],
    ['^[a-z]+\\.', false],
  ])('keeps its domain: %s', (pattern, expected) => {
    expect(keeps(pattern)).toBe(expected)
  })
})
