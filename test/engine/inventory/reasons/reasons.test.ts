import { describe, expect, it } from 'vitest'
import {
  dependencyReasons,
  dependencyReasonText,
  isDependencyReason,
} from '../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { fileReasons, fileReasonText, isFileReason } from '../../../../src/engine/inventory/reasons/file-reasons.ts'
import { isParameter, reasonParameters } from '../../../../src/engine/inventory/reasons/reason-parameters.ts'
import { isReasonOf, parametersOf, reasonText } from '../../../../src/engine/inventory/reasons/reason-templates.ts'
import { shownText } from '../../../../src/engine/sources/shown-text.ts'

/** The longest valid value of each parameter. */
const longest = new Map(
  Object.entries(reasonParameters).map(([name, parameter]) => [
    name,
    'texts' in parameter
      ? parameter.texts.reduce((a: string, b) => (b.length > a.length ? b : a), '')
      : Number.MAX_SAFE_INTEGER,
  ]),
)

function reasonOf(code: string, template: string): unknown {
  const names = parametersOf(template)
  return names.length === 0 ? code : { code, ...Object.fromEntries(names.map((name) => [name, longest.get(name)])) }
}

describe.each([
  ['dependencies', dependencyReasons],
  ['files', fileReasons],
])('the catalogue of reasons for %s', (_of, templates: Readonly<Record<string, string>>) => {
  it.each(Object.entries(templates))('writes a sentence for %s that needs no cleaning', (code, template) => {
    const reason = reasonOf(code, template)
    expect(isReasonOf(templates, reason)).toBe(true)
    const text = reasonText(templates, reason as never)
    expect(text).toBe(
      parametersOf(template).reduce((rest, name) => rest.replace(`{${name}}`, String(longest.get(name))), template),
    )
    expect(text).not.toMatch(/[{}]|undefined/)
    expect(text).toBe(shownText(text))
  })

  it('has each sentence once', () => {
    const sentences = Object.values(templates)
    expect(sentences).toHaveLength(new Set(sentences).size)
  })

  it.each(Object.entries(templates).filter(([, template]) => template.includes('{')))(
    'refuses other parameters of %s',
    (code, template) => {
      const valid = reasonOf(code, template) as Readonly<Record<string, unknown>>
      expect(isReasonOf(templates, code)).toBe(false)
      expect(isReasonOf(templates, { code })).toBe(false)
      expect(isReasonOf(templates, { ...valid, more: 1 })).toBe(false)
      for (const name of parametersOf(template))
        for (const value of ['the project is safe', '7', '', null, -1, 1.5, 2 ** 53, Number.NaN, [1], { length: 1 }])
          expect(isReasonOf(templates, { ...valid, [name]: value }), `${name}: ${String(value)}`).toBe(false)
    },
  )
})

describe('a reason from a child process', () => {
  it.each([
    'the project is safe',
    'it comes from a git repository',
    '',
    '__proto__',
    'constructor',
    'toString',
    'is-unknown',
    { code: 'git-repository' },
    { code: 'constructor' },
    { code: '__proto__' },
    { code: ['git-repository'] },
    ['git-repository'],
    7,
    null,
    undefined,
  ])('is refused if it is no code: %j', (value) => {
    expect([isDependencyReason(value), isFileReason(value)]).toEqual([false, false])
  })

  it('is refused if it belongs to the other catalogue', () => {
    expect([isFileReason('git-repository'), isDependencyReason('no-json')]).toEqual([false, false])
  })

  it('has its values in the places of the parameters', () => {
    expect(dependencyReasonText({ code: 'lockfile-line-not-parsed', line: 7 })).toBe(
      'line 7 of the lockfile could not be parsed',
    )
    expect(fileReasonText({ code: 'jsonc-syntax', syntaxError: 'ValueExpected', character: 3 })).toBe(
      'is not JSON with comments (ValueExpected at character 3)',
    )
  })

  it('has a template, or the type check fails', () => {
    // @ts-expect-error No template has this code.
    expect(dependencyReasonText('is-unknown')).toBe('')
    // @ts-expect-error The parameter is missing.
    expect(fileReasonText({ code: 'merge-conflict' })).toContain('undefined')
  })

  it('has no parameter that is not in the list', () => {
    expect([isParameter('line', 7), isParameter('toString', 7), isParameter('text', 'x')]).toEqual([true, false, false])
  })
})
