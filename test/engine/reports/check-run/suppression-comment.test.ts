import { expect, it } from 'vitest'
import { groupFindings } from '../../../../src/engine/reports/finding-groups.ts'
import { suppressionHelp } from '../../../../src/engine/reports/check-run/finding-sections.ts'
import { storedFinding } from '../../../support/findings.ts'

it('names the file of a finding once, also if its title names it', () => {
  const comments = ['Token in src/config.ts', 'Command injection in tool "run"'].map((title) => {
    const finding = storedFinding({ title, category: 'code', location: { path: 'src/config.ts', startLine: 3 } })
    return /# (.*)/.exec(suppressionHelp(groupFindings([finding])).render(1))?.[1]
  })
  expect(comments).toEqual([
    expect.stringMatching(/: Token in src\/config\.ts$/),
    expect.stringMatching(/: Command injection in tool "run" in src\/config\.ts$/),
  ])
})
