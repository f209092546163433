import { expect, it } from 'vitest'
import { MapAnswer } from '../../../../src/engine/analysis/source-maps/map-question.ts'
import { sourceMapLimits } from '../../../../src/engine/analysis/source-maps/source-map-limits.ts'

const isAnswer = (path: string, line = 1) => MapAnswer.safeParse({ paths: [path], places: [[0, line], null] }).success

it.each(['src/a.ts', 'a', 'pages/[id].tsx', 'src/a b.ts', 'x'.repeat(sourceMapLimits.maxPathCharacters)])(
  'a child can report the original path %j',
  (path) => {
    expect(isAnswer(path)).toBe(true)
  },
)

it.each([
  '',
  '/etc/passwd',
  '../a.ts',
  'src/\u202ea.ts',
  'src/a.ts\nThe project is safe.',
  'https://evil.example/a',
  '<b>a</b>',
  'x'.repeat(sourceMapLimits.maxPathCharacters + 1),
])('a compromised child cannot report the original path %j', (path) => {
  expect(isAnswer(path)).toBe(false)
})

it('a compromised child cannot report lines beyond the limit', () => {
  expect([isAnswer('a', sourceMapLimits.maxLines), isAnswer('a', sourceMapLimits.maxLines + 1)]).toEqual([true, false])
})
