import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const javascript: Cases = {
  'a few characters behind the start of a name': [
    'export const f = (p) => use(`/data/tts_${p.slice(0, 5)}.mp3`)',
    'safe',
  ],
  'a few characters with the blanks replaced': [
    "export function f(p) { const id = p.substring(0, 5).replaceAll(' ', '_'); use(`/data/a-${id}_b.mp3`) }",
    'safe',
  ],
  'more characters': ['export const f = (p) => use(`/data/tts_${p.slice(0, 40)}.mp3`)', 'open'],
  'a few characters behind a separator': ['export const f = (p) => use(`/data/${p.slice(0, 5)}`)', 'open'],
  'a few characters behind a dot': ['export const f = (p) => use(`/data/a.${p.slice(0, 5)}`)', 'open'],
  'a few characters that are used alone, too': [
    'export function f(p) { const id = p.slice(0, 5); console.log(`a_${id}`); use(id) }',
    'open',
  ],
  'all but a few characters': ['export const f = (p) => use(`/data/tts_${p.slice(5)}`)', 'open'],
  'characters from the end': ['export const f = (p) => use(`/data/tts_${p.slice(0, -1)}`)', 'open'],
}

const python: Cases = {
  'a few characters behind the start of a name': [
    'def name(kind, text, whole: bool = False):\n    id = text if whole else text[:5]\n' +
      '    return f"{kind}_{id.replace(\' \', \'_\')}.mp3"\n\ndef f(p, q):\n    use(name("tts", p))\n',
    'safe',
  ],
  'the whole text behind the start of a name': [
    'def name(kind, text, whole: bool = False):\n    id = text if whole else text[:5]\n' +
      '    return f"{kind}_{id.replace(\' \', \'_\')}.mp3"\n\ndef f(p, q):\n    use(name("tts", p, whole=True))\n',
    'open',
  ],
  'a few characters behind nothing': ['def f(p, q):\n    use(f"{p[:5]}.mp3")\n', 'open'],
}

describe('a text that is cut to a few characters', () => {
  it.each(Object.entries(javascript))('leads to no other folder behind a name: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', text)).toBe(guards)
  })

  it.each(Object.entries(python))('leads to no other folder behind a name in Python: %s', (_name, [text, guards]) => {
    expect(guardsOf('python', 'path', text)).toBe(guards)
  })
})
