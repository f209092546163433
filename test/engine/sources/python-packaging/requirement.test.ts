import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markerHolds } from '../../../../src/engine/sources/python-packaging/marker.ts'
import { isAskedFor, parseRequirement } from '../../../../src/engine/sources/python-packaging/requirement.ts'
import { InvalidRequirement } from '../../../../src/engine/sources/python-packaging/requirement-text.ts'
import { pythonTarget } from '../../../../src/engine/sources/python-packaging/target-environment.ts'

const { markers } = pythonTarget

describe('a requirement', () => {
  it.each<[string, object]>([
    ['a', { name: 'a', extras: [], requested: '', isUrl: false, marker: undefined }],
    ['A.b_C-d', { name: 'a-b-c-d' }],
    ['name<=1', { name: 'name', requested: '<=1' }],
    ['name >= 3 , < 2', { requested: '>= 3 , < 2' }],
    ['name(>=3,<4)', { requested: '>=3,<4' }],
    ['name ()', { requested: '' }],
    ['name[quux, Strange_One];python_version<"2.7"', { extras: ['quux', 'strange-one'], requested: '' }],
    ['name[] ==1', { extras: [], requested: '==1' }],
    ['name[a,a]', { extras: ['a'] }],
    ['name @ https://files.example/name-1.zip', { requested: 'https://files.example/name-1.zip', isUrl: true }],
    [
      'name@https://files.example/n.zip;x ; os_name == "posix"',
      { requested: 'https://files.example/n.zip;x', isUrl: true },
    ],
    ['name @ git+https://user:token@git.example/r@main', { requested: 'git+https://git.example/r@main', isUrl: true }],
    ['name @ user:token@host', { requested: 'host', isUrl: true }],
    [
      "name ; extra == 'x'",
      { marker: { kind: 'comparison', left: { variable: 'extra' }, operator: '==', right: { literal: 'x' } } },
    ],
  ])('%s', (line, expected) => {
    expect(parseRequirement(line)).toMatchObject(expected)
  })

  it.each([
    '',
    ' ',
    '-a',
    'a-',
    'a b',
    'a[',
    'a[b',
    'a[b c]',
    'a[,]',
    'a @',
    'a ==',
    'a (==1',
    'a ==1)',
    'a;',
    'a; b',
    'a; python_version',
    'a; python_version ==',
    'a; python_version == "3',
    'a; (python_version == "3"',
    'a; python_version = "3"',
    'a; unknown == "3"',
    'a; constructor == "3"',
    'a; python_version not "3"',
    'a; "a" == "a" "b"',
    'a; and',
    `a${' '.repeat(20_000)}`,
    `a; ${'('.repeat(100)}`,
  ])('%j is none', (line) => {
    expect(() => parseRequirement(line)).toThrow(InvalidRequirement)
  })

  it('of any text is a requirement or an InvalidRequirement, and soon', () => {
    const pieces = fc.constantFrom(
      'a',
      'B-c',
      '[',
      ']',
      '(',
      ')',
      ',',
      ';',
      '@',
      ' ',
      '\t',
      '"',
      "'",
      '==',
      '>=',
      '1.0',
      '.*',
      'and ',
      'or ',
      'not in ',
      'in ',
      'python_version',
      'extra',
      '"x"',
      '\0',
      '\u2028',
      '~=',
      '!',
      '+',
      'https://x/',
    )
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(line, (line) => {
        try {
          const requirement = parseRequirement(line)
          expect(typeof isAskedFor(requirement, markers, ['x'])).toBe('boolean')
        } catch (error) {
          if (!(error instanceof InvalidRequirement)) throw error
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    'a' + '-'.repeat(16_000),
    `a (${'1,'.repeat(8_000)}`,
    `a; ${'(python_version=="3" or '.repeat(500)}`,
    `a; ${"'".repeat(16_000)}`,
    `a[${'b,'.repeat(7_000)}`,
    `a ${'=='.repeat(8_000)}`,
  ])('that is built to be slow is not', (line) => {
    const startedAt = performance.now()
    expect(() => parseRequirement(line)).toThrow(InvalidRequirement)
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})

describe('a marker holds in the target environment', () => {
  it.each<[string, boolean]>([
    ['python_version >= "3.9"', true],
    ['python_version < "3.10"', false],
    ['python_version == "3.13"', true],
    ['python_version == "3.*"', true],
    ['python_version ~= "3.8"', true],
    ['python_full_version < "3.13.0"', false],
    ['"3.9" <= python_version', true],
    ['python_version in "2.7 3.13"', true],
    ['python_version not in "2.7, 3.2"', true],
    ['"x" == "x"', true],
    ['python_version > "hello"', false],
    ['sys_platform == "linux"', true],
    ['sys_platform != "win32"', true],
    ['sys.platform == "linux"', true],
    ['os.name == "nt"', false],
    ['platform_system == "Linux" and platform_machine == "x86_64"', true],
    ['"linux" in sys_platform', true],
    ['platform_python_implementation == "PyPy"', false],
    ['python_implementation == "CPython"', true],
    ['implementation_name == "cpython"', true],
    ['platform_release >= "5"', false],
    ['platform_version ~= "1.0"', false],
    ['os_name == "nt" or os_name == "posix" and python_version < "3"', false],
    ['(os_name == "nt" or os_name == "posix") and python_version >= "3"', true],
    ['os_name == "posix" or os_name == "nt" and python_version < "3"', true],
    ['extra == "test"', false],
    ['extra != "test"', true],
    ['extra == ""', true],
  ])('%s: %s', (text, expected) => {
    expect(isAskedFor(parseRequirement(`a; ${text}`), markers, [])).toBe(expected)
  })

  it('for one of the extras that are asked for, whatever their spelling', () => {
    const { marker } = parseRequirement('a; extra == "Dev_Tools" and python_version > "3"')
    expect(marker && markerHolds(marker, markers, 'dev-tools')).toBe(true)
    const requirement = parseRequirement('a; extra == "x"')
    expect([isAskedFor(requirement, markers, ['y', 'x']), isAskedFor(requirement, markers, ['y'])]).toEqual([
      true,
      false,
    ])
  })
})
