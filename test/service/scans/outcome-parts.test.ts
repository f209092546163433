import { expect, it } from 'vitest'
import { inParts, ReceivedParts } from '../../../src/service/scans/process/outcome-parts.ts'
import { scanProcessLimits } from '../../../src/service/scans/process/scan-process-limits.ts'

const components = Array.from({ length: 2 * scanProcessLimits.maxPartItems + 1 }, (_, index) => ({
  purl: `pkg:npm/a@${index}`,
  name: 'a',
  version: `${index}`,
  ecosystem: 'npm' as const,
  direct: true,
  dev: false,
  introducedBy: [],
}))
const installed = {
  ecosystem: 'npm' as const,
  name: 'a',
  version: '1',
  path: ['a@1'],
  code: { capabilities: [] },
}
const small = { bytes: 1_000, values: 100 }

it('divides the long lists of a result, and restores them in order', () => {
  const whole = {
    components,
    findings: [],
    tools: [],
    capabilities: { ecosystems: ['npm' as const], packages: [installed] },
  }
  const { parts, rest } = inParts(whole)
  expect(parts.map(({ list, items }) => [list, items.length])).toEqual([
    ['components', scanProcessLimits.maxPartItems],
    ['components', scanProcessLimits.maxPartItems],
    ['components', 1],
    ['packages', 1],
  ])
  expect(rest).toMatchObject({ components: [], capabilities: { packages: [] } })
  const received = new ReceivedParts()
  for (const part of parts) received.add(part, small)
  expect(received.complete(rest, small)).toEqual(whole)
})

it.each([
  { bytes: scanProcessLimits.maxMessageBytes / 2 + 1, values: 1 },
  { bytes: 1, values: scanProcessLimits.maxValues / 2 + 1 },
])('limits all parts together like one message: %o', (size) => {
  const received = new ReceivedParts()
  received.add({ list: 'tools', items: [] }, size)
  expect(() => received.add({ list: 'tools', items: [] }, size)).toThrow('too large')
})
