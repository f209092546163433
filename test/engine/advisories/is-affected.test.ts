import { describe, expect, it } from 'vitest'
import { readAffectedEntry, smallestFix } from '../../../src/engine/advisories/affected-entry.ts'
import { readAffectedVersions } from '../../../src/engine/advisories/affected-versions.ts'
import { isAffected, isUndecided, readInstalledVersion } from '../../../src/engine/advisories/is-affected.ts'
import { OsvAffected } from '../../../src/engine/advisories/osv-record.ts'
import { semverOrder } from '../../../src/engine/advisories/version-order/semver.ts'

type Events = Record<string, unknown>[]

const read = (entry: unknown) => readAffectedVersions(OsvAffected.parse(entry), semverOrder)
const range = (...events: Events) => ({ ranges: [{ type: 'SEMVER', events }] })
const affected = (entry: unknown, version: string) =>
  isAffected(read(entry), readInstalledVersion(version, semverOrder), semverOrder)
const fix = (entries: unknown[], version: string) =>
  smallestFix(
    entries.map((entry) => readAffectedEntry(OsvAffected.parse(entry), semverOrder)),
    readInstalledVersion(version, semverOrder),
  )?.text

describe('ranges: the last event at or below the version decides', () => {
  it.each<[string, Events, string[], string[]]>([
    ['from the very beginning', [{ introduced: '0' }], ['0.0.0-0', '0.0.0', '99.0.0'], []],
    [
      'up to a fix',
      [{ introduced: '1.0.0' }, { fixed: '1.2.6' }],
      ['1.0.0', '1.2.5', '1.2.6-rc.1'],
      ['1.0.0-rc.1', '0.9.9', '1.2.6', '1.2.6+build', '2.0.0'],
    ],
    [
      'up to and with a last one',
      [{ introduced: '0' }, { last_affected: '1.2.6' }],
      ['0.0.1', '1.2.6', '1.2.6+build'],
      ['1.2.7-0', '1.2.7'],
    ],
    ['up to a limit', [{ introduced: '0' }, { limit: '2.0.0' }], ['1.9.9', '2.0.0-beta'], ['2.0.0', '3.0.0']],
    [
      'again after a fix',
      [{ introduced: '0' }, { fixed: '1.0.1' }, { introduced: '2.0.0' }, { fixed: '2.0.2' }],
      ['1.0.0', '2.0.1'],
      ['1.0.1', '1.9.0', '2.0.2'],
    ],
    [
      'events in any order',
      [{ fixed: '2.0.2' }, { introduced: '2.0.0' }, { fixed: '1.0.1' }, { introduced: '0' }],
      ['1.0.0', '2.0.1'],
      ['1.0.1', '2.0.2'],
    ],
    ['events in one object', [{ introduced: '1.0.0', fixed: '1.2.6' }], ['1.0.0', '1.2.5'], ['0.9.9', '1.2.6']],
    ['numbers, not text', [{ introduced: '0' }, { fixed: '1.10.0' }], ['1.9.0'], ['1.10.0', '1.11.0']],
    ['missing components', [{ introduced: '1.3' }, { fixed: '2' }], ['1.3.0', '1.99.0'], ['1.2.99', '2.0.0']],
    ['without a beginning', [{ fixed: '1.0.0' }], [], ['0.5.0', '1.5.0']],
    ['without events', [], [], ['0.0.0', '1.0.0']],
    [
      'tie: introduced before last_affected: only that version',
      [{ last_affected: '1.0.0' }, { introduced: '1.0.0' }],
      ['1.0.0'],
      ['0.9.0', '1.0.1'],
    ],
    [
      'tie: introduced before fixed: nothing',
      [{ fixed: '1.0.0' }, { introduced: '1.0.0' }],
      [],
      ['0.9.0', '1.0.0', '1.0.1'],
    ],
    ['tie: introduced before limit: nothing', [{ limit: '1.0.0' }, { introduced: '1.0.0' }], [], ['1.0.0', '1.0.1']],
    [
      'tie: last_affected before fixed: fixed decides',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { last_affected: '1.0.0' }],
      ['0.9.0'],
      ['1.0.0', '1.0.1'],
    ],
    [
      'tie: introduced at the beginning and at 0.0.0',
      [{ introduced: '0' }, { fixed: '0.0.0' }],
      ['0.0.0-alpha'],
      ['0.0.0', '1.0.0'],
    ],
    [
      'a fix that cannot be read is passed over',
      [{ introduced: '0' }, { fixed: 'the next one' }],
      ['1.0.0', '99.0.0'],
      [],
    ],
    [
      'a beginning that cannot be read is passed over',
      [{ introduced: 'yesterday' }, { fixed: '2.0.0' }],
      [],
      ['1.0.0', '3.0.0'],
    ],
    [
      'events that are not text are passed over',
      [{ introduced: 0 }, { introduced: ['0'] }, { introduced: null }, { fixed: 1.5 }],
      [],
      ['0.0.0', '1.0.0'],
    ],
  ])('%s', (_what, events, inside, outside) => {
    expect(inside.filter((version) => !affected(range(...events), version))).toEqual([])
    expect(outside.filter((version) => affected(range(...events), version))).toEqual([])
  })
})

describe('entries', () => {
  it('lists versions by equality, not by text', () => {
    const entry = { versions: ['1.0.0', 'v1.1.0', '2.0', 7, null, 'nonsense'] }
    expect(['1.0.0', '1.0.0+build', '=1.1.0', '2.0.0', 'nonsense'].every((version) => affected(entry, version))).toBe(
      true,
    )
    expect(['1.0.1', '1.0.0-rc.1', '7.0.0', '7', 'other nonsense'].some((version) => affected(entry, version))).toBe(
      false,
    )
  })

  it('is affected by the list or by any range, past ranges of commits', () => {
    const entry = {
      versions: ['9.0.0'],
      ranges: [
        { type: 'GIT', repo: 'https://git.example/x', events: [{ introduced: '0' }] },
        { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.1.0' }] },
        { type: 'ECOSYSTEM', events: [{ introduced: '3.0.0' }, { fixed: '3.1.0' }] },
      ],
    }
    expect(['9.0.0', '1.0.5', '3.0.5'].every((version) => affected(entry, version))).toBe(true)
    expect(['0.5.0', '2.0.0', '4.0.0'].some((version) => affected(entry, version))).toBe(false)
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['parts of other types', { versions: '1.0.0', ranges: { type: 'SEMVER', events: [{ introduced: '0' }] } }],
    ['a range without a type', { ranges: [{ events: [{ introduced: '0' }] }] }],
    [
      'ranges that are none',
      {
        ranges: [
          null,
          'all',
          7,
          [],
          { type: 'SEMVER' },
          { type: 'SEMVER', events: 'all' },
          { type: 'SEMVER', events: ['introduced', null] },
        ],
      },
    ],
    [
      'keys of Object.prototype',
      JSON.parse(
        '{"__proto__": {"versions": ["1.0.0"]}, "ranges": [{"type": "SEMVER", "events": [{"__proto__": ' +
          '{"introduced": "0"}}, {"constructor": "0"}]}]}',
      ),
    ],
  ])('holds no version: %s', (_what, entry) => {
    expect(affected(entry, '1.0.0')).toBe(false)
  })

  it('places a version that cannot be read only in a range of all versions', () => {
    expect(affected(range({ introduced: '0' }), 'workspace:*')).toBe(true)
    expect(affected(range({ introduced: '0' }, { fixed: '99.0.0' }), 'workspace:*')).toBe(false)
    expect(affected(range(), 'workspace:*')).toBe(false)
  })
})

describe('a range without a known end', () => {
  const unknownEnd = { ...range({ introduced: '2.0.0' }).ranges[0], database_specific: { upper_bound_unknown: true } }
  const undecided = (entry: unknown, version: string) =>
    isUndecided(read(entry), readInstalledVersion(version, semverOrder), semverOrder)

  it('holds no version, and leaves those from its beginning undecided', () => {
    expect(affected({ ranges: [unknownEnd] }, '2.5.0')).toBe(false)
    expect(undecided({ ranges: [unknownEnd] }, '2.5.0')).toBe(true)
    expect(undecided({ ranges: [unknownEnd] }, '1.5.0')).toBe(false)
  })

  it('does not matter where another range holds the version', () => {
    const entry = { ranges: [unknownEnd, ...range({ introduced: '2.4.0' }, { fixed: '2.6.0' }).ranges] }
    expect([affected(entry, '2.5.0'), undecided(entry, '2.5.0')]).toEqual([true, false])
  })

  it.each([false, 'true', 1, null])('is marked by true alone, not by %j', (mark) => {
    expect(affected({ ranges: [{ ...unknownEnd, database_specific: { upper_bound_unknown: mark } }] }, '2.5.0')).toBe(
      true,
    )
  })
})

describe('smallestFix', () => {
  const twoBranches = [
    range({ introduced: '0' }, { fixed: '0.2.4' }),
    range({ introduced: '1.0.0' }, { fixed: '1.2.6' }),
  ]

  it.each<[string, unknown[], string, string | undefined]>([
    ['of the branch of the installed version', twoBranches, '0.0.8', '0.2.4'],
    ['of the other branch', twoBranches, '1.2.5', '1.2.6'],
    [
      'of one range with several branches',
      [range({ introduced: '0' }, { fixed: '0.2.4' }, { introduced: '1.0.0' }, { fixed: '1.2.6' })],
      '1.0.0',
      '1.2.6',
    ],
    [
      'not one that another entry calls affected',
      [range({ introduced: '0' }, { fixed: '1.2.2' }), range({ introduced: '1.0.0' }, { fixed: '1.2.6' })],
      '1.1.0',
      '1.2.6',
    ],
    ['as published', [range({ introduced: '0' }, { fixed: 'v2' })], '1.0.0', 'v2'],
    [
      'of the ranges beside a listed version',
      [{ versions: ['1.0.0'], ...range({ introduced: '1.1.0' }, { fixed: '1.2.0' }) }],
      '1.0.0',
      '1.2.0',
    ],
    ['none after a last affected one', [range({ introduced: '0' }, { last_affected: '1.2.0' })], '1.0.0', undefined],
    ['none in an open range', [range({ introduced: '0' })], '1.0.0', undefined],
    [
      'none from a range of commits',
      [{ versions: ['1.0.0'], ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: '2' }] }] }],
      '1.0.0',
      undefined,
    ],
    ['none for a version that cannot be read', [range({ introduced: '0' })], 'workspace:*', undefined],
  ])('%s', (_what, entries, version, expected) => {
    expect(fix(entries, version)).toBe(expected)
  })
})
