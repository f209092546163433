import { expect, it } from 'vitest'
import { readProcessMessage } from '../../../src/service/scans/process/read-process-message.ts'
import { scanProcessLimits } from '../../../src/service/scans/process/scan-process-limits.ts'

const short = { bytes: 100, values: 10 }
const component = {
  purl: 'pkg:npm/a@1',
  name: 'a',
  version: '1',
  ecosystem: 'npm',
  direct: true,
  dev: false,
  introducedBy: [],
}
const componentsOf = (count: number) => Array.from({ length: count }, () => component)
const part = (items: readonly unknown[]) => ({ kind: 'part', session: 0, part: { list: 'components', items } })
const call = (components: readonly unknown[]) => ({
  kind: 'call',
  session: 0,
  id: 0,
  call: { to: 'advisories-match', components },
})
const { maxPartItems, maxComponentsPerCall, maxShortMessageBytes } = scanProcessLimits

it('reads lists up to their limits', () => {
  for (const message of [part(componentsOf(maxPartItems)), call(componentsOf(maxComponentsPerCall))])
    expect(readProcessMessage(message, { bytes: 100_000, values: 30_000 })).toEqual(message)
})

it.each([
  ['a part', part(componentsOf(maxPartItems + 1))],
  ['a call', call(componentsOf(maxComponentsPerCall + 1))],
  ['a part with invalid items', part(Array.from({ length: 500_000 }, () => ({})))],
  ['an item with invalid values', part([{ ...component, introducedBy: Array.from({ length: 500_000 }, () => 0) }])],
])('refuses %s that is too large, without a list of its values', (_, message) => {
  expect(() => readProcessMessage(message, { bytes: 100_000, values: 2_000_000 })).toThrow('not of the known form')
})

it('refuses a long message of a kind without long texts, whatever else it contains', () => {
  expect(readProcessMessage({ kind: 'beat', more: 'a' }, short)).toEqual({ kind: 'beat' })
  expect(() => readProcessMessage({ kind: 'beat', more: 'a' }, { ...short, bytes: maxShortMessageBytes + 1 })).toThrow(
    'is not so long',
  )
})

it('reads the longest reason of a failure', () => {
  const message = {
    kind: 'failed',
    session: 0,
    code: 'SOURCE_MALFORMED',
    reason: '\u0001'.repeat(scanProcessLimits.maxReasonCharacters),
  }
  const bytes = Buffer.byteLength(JSON.stringify(message))
  expect(bytes).toBeGreaterThan(12_000)
  expect(readProcessMessage(message, { bytes, values: 10 })).toEqual(message)
})
