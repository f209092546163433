/**
 * Reads vitest's JSON reports in a folder. Prints each failed test with the first line of its error, and `N passed, N
 * failed, N skipped` in the last line. A test that ran in several suites counts once.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Reason why the file could not be loaded. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

const [folder = '.'] = process.argv.slice(2)
/** Outcomes from best to worst. The worst outcome of all runs of a test counts. */
const worst = ['passed', 'skipped', 'failed'] as const
type Outcome = (typeof worst)[number]
const outcomes = new Map<string, Outcome>()
/** First line of the error of each failed test. */
const failures = new Map<string, string>()

function note(test: string, outcome: Outcome): void {
  const before = outcomes.get(test)
  if (before === undefined || worst.indexOf(outcome) > worst.indexOf(before)) outcomes.set(test, outcome)
}

for (const file of readdirSync(folder)) {
  const report: Report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  for (const { name, status, message, assertionResults } of report.testResults) {
    const occurrences = new Map<string, number>()
    for (const { fullName, status: outcome, failureMessages } of assertionResults) {
      // The index distinguishes tests with the same name in one file.
      const occurrence = (occurrences.get(fullName) ?? 0) + 1
      occurrences.set(fullName, occurrence)
      const test = `${relative('.', name)} ${occurrence > 1 ? `(${occurrence}) ` : ''}> ${fullName}`
      note(test, outcome === 'passed' || outcome === 'failed' ? outcome : 'skipped')
      if (outcome === 'failed') failures.set(test, firstLine(failureMessages?.[0]))
    }
    // A file that could not be loaded contains no tests to count.
    if (status === 'failed' && assertionResults.length === 0) {
      note(relative('.', name), 'failed')
      failures.set(relative('.', name), firstLine(message))
    }
  }
}

function firstLine(text: string | undefined): string {
  return text?.split('\n', 1)[0]?.slice(0, 300) ?? ''
}

for (const [test, error] of failures) process.stdout.write(`\nFAILED ${test}\n  ${error}\n`)
const counted = (outcome: Outcome) => [...outcomes.values()].filter((entry) => entry === outcome).length
process.stdout.write(`\n${counted('passed')} passed, ${counted('failed')} failed, ${counted('skipped')} skipped\n`)
