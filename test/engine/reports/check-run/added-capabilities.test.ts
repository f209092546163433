import { expect, it } from 'vitest'
import { checkRunTexts } from '../../../../src/engine/reports/check-run/check-run.ts'

it('a capability that the settings do not allow is in the title, the first sentence, and a list', () => {
  const { title, summary, conclusion } = checkRunTexts({
    verdict: 'fail',
    results: { securityScore: 100, grade: 'A+' },
    findings: [],
    isCompared: true,
    gaps: [],
    failOn: 'high',
    reportOn: 'low',
    changedLines: new Map(),
    settings: {
      mistakes: [],
      suppressions: { applied: 0, expired: [], unused: [], invalid: [], added: [], refused: [] },
      addedCapabilities: [
        {
          tool: 'run <b>',
          capability: 'executes-commands',
          word: 'processes',
          path: 'src/index.ts',
          line: 7,
          message: 'The tool "run <b>" now executes commands (declared at src/index.ts:7)',
        },
      ],
    },
  })
  expect(conclusion).toBe('failure')
  expect(title).toContain('tool "run <b>" gains processes, which the settings do not allow')
  expect(summary).toContain('this change adds a capability that failOn.capabilities does not allow')
  expect(summary).toContain('`processes` The tool "run &lt;b&gt;" now executes commands (declared at src/index.ts:7)')
})
