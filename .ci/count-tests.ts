/**
 * Prints `N passed, N failed, N skipped` over the JSON reports of vitest in a folder, a test that ran in several suites
 * once.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

const [folder = '.'] = process.argv.slice(2)
/** Of all runs of a test the worst counts. */
const worst = ['passed', 'skipped', 'failed'] as const
type Outcome = (typeof worst)[number]
const outcomes = new Map<string, Outcome>()

function note(test: string, outcome: Outcome): void {
  const before = outcomes.get(test)
  if (before === undefined || worst.indexOf(outcome) > worst.indexOf(before)) outcomes.set(test, outcome)
}

for (const file of readdirSync(folder)) {
  const report: Report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  for (const { name, status, assertionResults } of report.testResults) {
    const occurrences = new Map<string, number>()
    for (const { fullName, status: outcome } of assertionResults) {
      // Tests of equal names in one file are told apart by their order.
      const occurrence = (occurrences.get(fullName) ?? 0) + 1
      occurrences.set(fullName, occurrence)
      note(`${name} ${occurrence} ${fullName}`, outcome === 'passed' || outcome === 'failed' ? outcome : 'skipped')
    }
    // A file that could not even be loaded has no tests to count.
    if (status === 'failed' && assertionResults.length === 0) note(name, 'failed')
  }
}
const counted = (outcome: Outcome) => [...outcomes.values()].filter((known) => known === outcome).length
process.stdout.write(`\n${counted('passed')} passed, ${counted('failed')} failed, ${counted('skipped')} skipped\n`)
