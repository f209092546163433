import { describe, expect, it } from 'vitest'
import { groupAdvisories } from '../../../src/engine/advisories/group.ts'

const advisory = (id: string, aliases: string[] = [], upstream: string[] = []) => ({ id, aliases, upstream })
const groups = (...advisories: ReturnType<typeof advisory>[]) =>
  groupAdvisories(advisories).map(({ id, aliases, advisories: members }) => ({
    id,
    aliases,
    members: members.map((member) => member.id),
  }))
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

describe('groupAdvisories', () => {
  it('joins what names each other', () => {
    expect(groups(advisory('CVE-1'), advisory('GHSA-a', ['CVE-1']))).toEqual([
      { id: 'GHSA-a', aliases: ['CVE-1'], members: ['CVE-1', 'GHSA-a'] },
    ])
  })

  it('joins what names a common third, also in a row', () => {
    expect(
      groups(advisory('GHSA-a', ['CVE-1']), advisory('PYSEC-1', ['CVE-1', 'CVE-2']), advisory('SNYK-1', [], ['CVE-2'])),
    ).toEqual([
      { id: 'GHSA-a', aliases: ['CVE-1', 'CVE-2', 'PYSEC-1', 'SNYK-1'], members: ['GHSA-a', 'PYSEC-1', 'SNYK-1'] },
    ])
  })

  it('keeps others apart, in the order in which they came', () => {
    expect(groups(advisory('GHSA-b', ['CVE-2']), advisory('GHSA-a', ['CVE-1'])).map(({ id }) => id)).toEqual([
      'GHSA-b',
      'GHSA-a',
    ])
  })

  it('ignores lists of more than five aliases, as osv.dev does', () => {
    const five = numbered('CVE', 5)
    expect(groups(advisory('GHSA-a', five), advisory('CVE-0'))).toHaveLength(1)
    expect(groups(advisory('GHSA-a', [...five, 'CVE-5']), advisory('CVE-0'))).toEqual([
      { id: 'GHSA-a', aliases: [], members: ['GHSA-a'] },
      { id: 'CVE-0', aliases: [], members: ['CVE-0'] },
    ])
  })

  it('ignores groups of more than 32 ids, as osv.dev does', () => {
    const chain = (length: number) =>
      numbered('CVE', length).map((id, index) => advisory(id, index === 0 ? [] : [`CVE-${index - 1}`]))
    expect(groups(...chain(32))).toHaveLength(1)
    expect(groups(...chain(33))).toHaveLength(33)
    expect(groups(...chain(33))[1]).toEqual({ id: 'CVE-1', aliases: ['CVE-0'], members: ['CVE-1'] })
  })

  it.each([
    [['CVE-1', 'GHSA-a', 'MAL-2025-1', 'PYSEC-1', 'SNYK-1'], 'MAL-2025-1'],
    [['CVE-1', 'GHSA-a', 'PYSEC-1', 'SNYK-1'], 'GHSA-a'],
    [['CVE-1', 'PYSEC-1', 'SNYK-1'], 'PYSEC-1'],
    [['CVE-1', 'RUSTSEC-1', 'SNYK-1'], 'RUSTSEC-1'],
    [['CVE-1', 'GO-1', 'SNYK-1'], 'GO-1'],
    [['CVE-1', 'SNYK-1'], 'CVE-1'],
    [['SNYK-2', 'SNYK-1'], 'SNYK-1'],
    [['GHSA-b', 'GHSA-a'], 'GHSA-a'],
  ])('of %j takes %s as the id', (ids, id) => {
    const [first = '', ...others] = ids
    expect(groups(advisory(first), ...others.map((other) => advisory(other, [first])))).toMatchObject([
      { id, aliases: ids.filter((other) => other !== id).sort() },
    ])
  })

  it('takes an id only from advisories that it has', () => {
    expect(groups(advisory('PYSEC-1', ['GHSA-a', 'CVE-1']))).toEqual([
      { id: 'PYSEC-1', aliases: ['CVE-1', 'GHSA-a'], members: ['PYSEC-1'] },
    ])
  })

  it('takes names of Object.prototype for ids', () => {
    expect(groups(advisory('__proto__', ['constructor']), advisory('constructor'))).toEqual([
      { id: '__proto__', aliases: ['constructor'], members: ['__proto__', 'constructor'] },
    ])
  })
})
