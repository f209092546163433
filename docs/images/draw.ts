/**
 * Draws the pictures of the README and writes the output that it shows: `npm run pictures`. All of it is what scans of
 * `test/corpus/example` report now. A test compares it with what is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { badgePicture } from './badge-picture.ts'
import { checkRunPicture } from './check-run-picture.ts'
import { exampleCommand, exampleReports } from './example-reports.ts'
import { terminalPicture } from './terminal-picture.ts'

/** Returns the text of every file that the script writes, by its path from the root of the repository. */
export async function drawnFiles(): Promise<ReadonlyMap<string, string>> {
  const { colored, plain, checkRun } = await exampleReports()
  const { license, engines }: PackageFacts = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'))
  return new Map([
    ['docs/images/license.svg', badgePicture('license', license)],
    ['docs/images/node.svg', badgePicture('node', engines.node)],
    ['docs/images/terminal.svg', terminalPicture(exampleCommand, colored)],
    ['docs/images/check-run.svg', checkRunPicture(checkRun)],
    ['README.md', withOutput(readFileSync(pathOf('README.md'), 'utf8'), plain)],
  ])
}

/** What the badges say. */
interface PackageFacts {
  readonly license: string
  readonly engines: { readonly node: string }
}

/** The README with what the command printed in the block below the command. */
function withOutput(readme: string, printed: string): string {
  const [before, after] = [`\`\`\`\n${exampleCommand}\n\`\`\`\n\n\`\`\`\n`, '\n```\n']
  const start = readme.indexOf(before) + before.length
  const end = readme.indexOf(after, start)
  if (start < before.length || end < 0) throw new Error('README.md does not show the example command and its output.')
  return readme.slice(0, start) + printed.replaceAll(/^\n+|\n+$/g, '') + readme.slice(end)
}

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

if (import.meta.main) for (const [name, text] of await drawnFiles()) writeFileSync(pathOf(name), text)
