import type { Reporter } from 'vitest/node'

/** Prints the number of tests at the end of a run as JSON, and lists what this machine could not test. */
export const countStorms: Reporter = {
  onTestRunEnd(modules, errors) {
    const storms = modules.flatMap((module) => [...module.children.allTests()])
    const of = (state: string) => storms.filter((storm) => storm.result().state === state)
    for (const { name } of of('skipped')) process.stdout.write(`not shown here: ${name}\n`)
    const unread = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    ).length
    process.stdout.write(
      'storms: ' +
        `${JSON.stringify({
          passed: of('passed').length,
          failed: of('failed').length + unread,
          skipped: of('skipped').length,
          errors: errors.length,
        })}` +
        `\n`,
    )
  },
}
