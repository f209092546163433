import { expect, it } from 'vitest'
import type { FindingRecord } from '../../../src/engine/model/finding-record.ts'
import { configuration } from '../../../src/engine/rules/configuration/detector.ts'
import { renderFinding } from '../../../src/engine/rules/render-finding.ts'
import { inventSecret } from './corpus/invent-secret.ts'
import { findBy } from './find-by.ts'

const workflow = 'on: push\njobs:\n  check:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: acme/setup-tool@v2\n'
const paths = ['.github/workflows/a.yml', '.github/workflows/b.yml']

async function storedFinding(): Promise<FindingRecord> {
  const findings = await findBy(configuration, Object.fromEntries(paths.map((path) => [path, workflow])))
  const finding = findings.find(({ ruleId }) => ruleId === 'unpinned-action')
  if (!finding) throw new Error('the rule found nothing')
  const record = { ...finding, id: 'finding_1', state: 'new', firstSeenAt: '2026-01-01T00:00:00.000Z' }
  // As PostgreSQL returns a document.
  return JSON.parse(JSON.stringify(record))
}

it('renders a stored finding in the words of this version and keeps its arguments private', async () => {
  const record = await storedFinding()
  const shown = renderFinding({ ...record, title: 'old title', message: 'old message', remediation: 'old advice' })
  expect(shown).toMatchObject({ title: record.title, message: record.message, remediation: record.remediation })
  expect(shown.message).toContain('1 more place has the same problem.')
  expect(Object.keys(shown)).not.toContain('arguments')
})

it('keeps the stored words without arguments, with unknown arguments, and for an unknown rule', async () => {
  const { arguments: args, ...record } = await storedFinding()
  const stored = { ...record, title: 'old title', message: 'old message', remediation: 'old advice' }
  for (const other of [
    stored,
    { ...stored, arguments: { name: 7 } },
    { ...stored, arguments: {} },
    { ...stored, ruleId: 'removed-rule', ...(args && { arguments: args }) },
  ])
    expect(renderFinding(other)).toEqual({ ...stored, ruleId: other.ruleId })
})

it('masks a secret in stored arguments', async () => {
  const record = await storedFinding()
  const token = inventSecret('github-token', 'in an argument')
  const shown = renderFinding({ ...record, arguments: { ...record.arguments, name: token } })
  expect(JSON.stringify(shown)).not.toContain(token)
})

it('keeps the stored texts of a trace whose steps the arguments do not list', async () => {
  const record = await storedFinding()
  const trace = [{ path: 'a.ts', line: 1, message: 'old step' }]
  const guard = { path: 'a.ts', line: 2, outcome: 'flawed', reason: 'old reason' } as const
  expect(renderFinding({ ...record, trace, guard })).toMatchObject({ trace, guard })
})
