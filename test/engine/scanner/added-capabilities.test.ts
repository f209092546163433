import { describe, expect, it } from 'vitest'
import { capabilities, type ScannedTool } from '../../../src/engine/model/scanned-tool.ts'
import { capabilityWords } from '../../../src/engine/project-settings/settings-shape.ts'
import { addedCapabilities } from '../../../src/engine/scanner/added-capabilities.ts'

const tool = (name: string, parts: Partial<ScannedTool> = {}): ScannedTool => ({
  kind: 'tool',
  name,
  path: 'src/index.ts',
  line: 7,
  parameters: [],
  annotations: {},
  capabilities: [],
  ...parts,
})

describe('capabilities that a change adds', () => {
  it('have a word for each capability of a tool', () => {
    expect(Object.values(capabilityWords).toSorted()).toEqual([...capabilities].toSorted())
  })

  it('are those of a tool that did not have them, and of a new tool', () => {
    const added = addedCapabilities(['processes', 'network'], {
      before: [tool('run'), tool('fetch', { capabilities: ['network-egress'] })],
      after: [
        tool('run', { capabilities: ['executes-commands', 'reads-files'], ownCapabilities: [] }),
        tool('fetch', { capabilities: ['network-egress'] }),
        tool('send', { capabilities: ['network-egress'], ownCapabilities: ['network-egress'] }),
      ],
    })
    expect(added.map(({ tool: name, word, capability, message }) => [name, word, capability, message])).toEqual([
      [
        'run',
        'processes',
        'executes-commands',
        'The tool "run" now executes commands, through a function that it calls indirectly ' +
          '(declared at src/index.ts:7)',
      ],
      [
        'send',
        'network',
        'network-egress',
        'The new tool "send" accesses the network, in its function or in one that it calls directly ' +
          '(declared at src/index.ts:7)',
      ],
    ])
  })

  it('are none that the settings do not name, none that are removed, and none without both scans', () => {
    const able = [tool('run', { capabilities: ['executes-commands'] })]
    expect(addedCapabilities(['network'], { before: [], after: able })).toEqual([])
    expect(addedCapabilities([], { before: [], after: able })).toEqual([])
    expect(addedCapabilities(['processes'], { before: able, after: [tool('run')] })).toEqual([])
    expect(addedCapabilities(['processes'], { before: undefined, after: able })).toEqual([])
    expect(addedCapabilities(['processes'], { before: able })).toEqual([])
  })

  it('are known if any earlier declaration of the name has them', () => {
    expect(
      addedCapabilities(['processes'], {
        before: [tool('run'), tool('run', { capabilities: ['executes-commands'], line: 30 })],
        after: [tool('run', { capabilities: ['executes-commands'] })],
      }),
    ).toEqual([])
  })
})
