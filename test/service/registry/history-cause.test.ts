import { describe, expect, it } from 'vitest'
import { historyCause, type ScoredState } from '../../../src/service/registry/entries/history-cause.ts'

type Found = ScoredState['findings'][number]

const advisory = (id: string, severity: Found['severity'] = 'high'): Found => ({
  category: 'dependency',
  fingerprint: id,
  severity,
  precision: 'very-high',
  advisory: { id, aliases: [], url: `https://osv.example/${id}` },
})
const code: Found = { category: 'code', fingerprint: 'code', severity: 'medium', precision: 'high' }
const date = (day: string): ScoredState['advisoryDate'] => ({ npm: { syncedAt: `${day}T00:00:00.000Z` } })
const before: ScoredState = {
  sourceId: 'a',
  version: '1.0.0',
  digest: 'sha512-a',
  engine: 'one',
  method: '1',
  advisoryDate: date('2026-10-01'),
  inventoryDigest: 'same',
  findings: [code, advisory('OSV-1')],
}
const later = { advisoryDate: date('2026-11-01'), findings: [code, advisory('OSV-1'), advisory('OSV-2')] }

describe('why a score is another one', () => {
  it.each<[string, Partial<ScoredState>, string, readonly string[]]>([
    ['another version', { ...later, version: '1.0.1' }, 'code', []],
    ['other bytes', { digest: 'sha512-b' }, 'code', []],
    ['another source', { sourceId: 'b', version: '2.0.0' }, 'metadata', []],
    ['another formula', { ...later, method: '2' }, 'rules', []],
    ['a later advisory', later, 'advisory', ['OSV-2']],
    [
      'an advisory that weighs more now',
      { advisoryDate: later.advisoryDate, findings: [code, advisory('OSV-1', 'critical')] },
      'advisory',
      ['OSV-1'],
    ],
    ['the same engine that resolves other versions', { ...later, inventoryDigest: 'other' }, 'resolution', []],
    ['another engine that sees something else', { engine: 'two', findings: [advisory('OSV-1')] }, 'rules', []],
    [
      'another engine that is surer of the same',
      { engine: 'two', ...later, findings: [{ ...code, precision: 'very-high' }, ...later.findings.slice(1)] },
      'rules',
      [],
    ],
    [
      'another engine that lists other package versions',
      { engine: 'two', ...later, inventoryDigest: 'other' },
      'rules',
      [],
    ],
    [
      'another engine, of which it is not known what it lists',
      { engine: 'two', ...later, inventoryDigest: null },
      'rules',
      [],
    ],
    ['another engine with the advisories of then', { engine: 'two', findings: later.findings }, 'rules', []],
    ['another engine that sees the same, and a later advisory', { engine: 'two', ...later }, 'advisory', ['OSV-2']],
    ['nothing', {}, 'metadata', []],
  ])('is told of %s', (_, after, cause, advisories) => {
    expect(historyCause(before, { ...before, ...after }, { isMatchedAlike: true })).toEqual({ cause, advisories })
  })

  it.each<[string, Partial<ScoredState>, string]>([
    ['another engine that may match otherwise', { engine: 'two', ...later }, 'rules'],
    ['the same engine', later, 'advisory'],
  ])('is told of %s where it is not known how the state of before was matched', (_, after, cause) => {
    expect(historyCause(before, { ...before, ...after }, { isMatchedAlike: false }).cause).toBe(cause)
  })

  it('is code at the first scan', () =>
    expect(historyCause(undefined, before, { isMatchedAlike: true }).cause).toBe('code'))
})
