import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureDetection, subjectsOf } from '../detection/measure.ts'
import { resultsOf } from '../detection/results.ts'
import { type BenchPart, BenchNotReady } from '../measurement.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Detection of published vulnerabilities and of the project's own pairs, and false positives. `DETECTION_CASES` lists
 * the files of records, separated as in PATH. `DETECTION_TREES` is the folder of prepared trees. `npm run
 * bench:detection` has more options and gives the same result. docs/explanation/detection.md explains the figures.
 */
export const detection: BenchPart = {
  id: 'detection',
  async *run() {
    const files = (process.env['DETECTION_CASES'] ?? '').split(delimiter).filter((file) => file !== '')
    // A run with only the pairs would overwrite the figures of published vulnerabilities.
    if (files.length === 0)
      throw new BenchNotReady(
        'DETECTION_CASES should name the files with records of published flaws and of servers, separated by colons.',
      )
    const { subjects } = subjectsOf(files, {
      trees: process.env['DETECTION_TREES'],
      pairs: inProject('test/corpus/pairs'),
      only: undefined,
    })
    yield* resultsOf(
      await measureDetection(subjects, inProject('.assay/bench-detection'), new AbortController().signal),
    )
  },
}
