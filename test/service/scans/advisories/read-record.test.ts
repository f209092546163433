import { describe, expect, it } from 'vitest'
import { readRecord } from '../../../../src/engine/advisories/feed/read-record.ts'

const read = (content: string | Buffer | undefined, ecosystem: 'npm' | 'PyPI' = 'npm') =>
  readRecord({ content: content === undefined ? undefined : Buffer.from(content) }, ecosystem)
const readJson = (value: unknown, ecosystem?: 'npm' | 'PyPI') => read(JSON.stringify(value), ecosystem)
const row = (value: unknown, ecosystem?: 'npm' | 'PyPI') => {
  const reading = readJson(value, ecosystem)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.row
}

const least = { id: 'A-1', modified: '2025-01-02T03:04:05.678901Z' }
const entry = (ecosystem: string, name: unknown) => ({ package: { ecosystem, name } })

describe('readRecord', () => {
  it('keeps the record as published apart from its packages', () => {
    const record = {
      ...least,
      summary: 'S',
      nonsense: { of: ['any', 1, 'kind', null] },
      affected: [{ ...entry('npm', 'a'), versions: ['1'], more: true }],
    }
    const { document, affected, ...columns } = row(record)
    expect(columns).toMatchObject({ id: 'A-1', modified: new Date('2025-01-02T03:04:05.678Z'), withdrawn: undefined })
    expect(document).toEqual({ ...least, summary: 'S', nonsense: record.nonsense })
    expect(affected.map(({ packageName, entry: published }) => [packageName, published])).toEqual([
      ['a', record.affected[0]],
    ])
  })

  it("keeps the ecosystem's own packages only, under their normal names", () => {
    const affected = [
      entry('npm', 'Zope.Interface'),
      entry('PyPI', 'Zope.Interface'),
      entry('PyPI', 'a-_.b'),
      entry('Debian:11', 'zope'),
    ]
    expect(row({ ...least, affected }).affected.map(({ packageName }) => packageName)).toEqual(['Zope.Interface'])
    expect(row({ ...least, affected }, 'PyPI').affected.map(({ packageName }) => packageName)).toEqual([
      'zope-interface',
      'a-b',
    ])
  })

  it('passes bad entries over and keeps the others', () => {
    const affected = [
      null,
      'npm',
      7,
      [],
      {},
      { package: null },
      { package: 'a' },
      entry('npm', 7),
      entry('npm', ''),
      entry('npm', 'a\nb'),
      entry('npm', 'a\u0002b'),
      entry('npm', 'lone\ud800'),
      entry('npm', 'good'),
    ]
    expect(row({ ...least, affected }).affected.map(({ packageName }) => packageName)).toEqual(['good'])
    expect(row({ ...least, affected: 'all' }).affected).toEqual([])
  })

  it.each([
    ['2025-01-01T00:00:00Z', new Date('2025-01-01T00:00:00Z')],
    ['2025-01-01T01:00:00+01:00', new Date('2025-01-01T00:00:00Z')],
    ['yesterday', undefined],
    ['2025-02-30T00:00:00Z', undefined],
    [1_735_689_600_000, undefined],
    [true, undefined],
  ])('takes withdrawn %j for %j', (withdrawn, expected) => {
    expect(row({ ...least, withdrawn }).withdrawn).toEqual(expected)
  })

  it.each<[string, string | undefined]>([
    ['it exceeds the size limit for a record', undefined],
    ['not a JSON object', ''],
    ['not a JSON object', '{"id": "A-1", '],
    ['not a JSON object', '[]'],
    ['not a JSON object', 'null'],
    ['not a JSON object', '"A-1"'],
    ['no usable id', '{"modified": "2025-01-01T00:00:00Z"}'],
    ['no usable id', '{"id": 7, "modified": "2025-01-01T00:00:00Z"}'],
    ['no usable id', '{"id": "a\\u0000", "modified": "2025-01-01T00:00:00Z"}'],
    ['no usable id', '{"__proto__": {"id": "A-1", "modified": "2025-01-01T00:00:00Z"}}'],
    ['no usable modified', '{"id": "A-1"}'],
    ['no usable modified', '{"id": "A-1", "modified": "2025"}'],
    ['no usable modified', '{"id": "A-1", "modified": 1735689600000}'],
    [
      'nested too deeply',
      `{"id": "A-1", "modified": "2025-01-01T00:00:00Z", "x": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    ],
    [
      'nested too deeply',
      '{"id": "A-1", "modified": "2025-01-01T00:00:00Z", "affected": [{"package": {"ecosystem": "npm", ' +
        `"name": "a"}, "x": ${'{"x":'.repeat(5_000)}1${'}'.repeat(5_000)}}]}`,
    ],
  ])('cannot read: %s', (problem, content) => {
    expect(read(content)).toMatchObject({ problem })
  })

  it('names the packages of a record that cannot be read, as far as they can be', () => {
    const affected = [
      entry('npm', 'a'),
      entry('npm', 'a'),
      entry('PyPI', 'b'),
      null,
      entry('npm', 'c\0'),
      entry('npm', '__proto__'),
    ]
    expect(readJson({ id: 'A-1', modified: 'never', affected })).toEqual({
      problem: 'no usable modified',
      packages: ['a', '__proto__'],
    })
    expect(readJson({ id: 'A-1', modified: 'never', affected: { 0: entry('npm', 'a') } })).toEqual({
      problem: 'no usable modified',
      packages: [],
    })
  })

  it('keeps keys of Object.prototype as what they are, keys', () => {
    const { document } = row(
      JSON.parse(
        '{"id": "A-1", "modified": "2025-01-01T00:00:00Z", "__proto__": {"polluted": true}, "constructor": "x"}',
      ),
    )
    expect(Object.getOwnPropertyDescriptor(document, '__proto__')?.value).toEqual({ polluted: true })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
