/**
 * Draws the images of the README, and writes the output that the README and `docs/how-to/library.md` show. Both come
 * from scans of `test/corpus/example`. `npm run pictures` runs this script. A test compares its result with the files.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { badgePicture } from './badge-picture.ts'
import { checkRunPicture } from './check-run-picture.ts'
import { exampleCommand, exampleReports } from './example-reports.ts'
import { terminalPicture } from './terminal-picture.ts'

/** Returns the text of every file that the script writes, by its path from the root of the repository. */
export async function drawnFiles(): Promise<ReadonlyMap<string, string>> {
  const { colored, plain, listed, checkRun } = await exampleReports()
  const { license, engines }: PackageFacts = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'))
  return new Map([
    ['docs/images/license.svg', badgePicture('license', license)],
    ['docs/images/node.svg', badgePicture('node', engines.node)],
    ['docs/images/terminal.svg', terminalPicture(exampleCommand, colored)],
    ['docs/images/check-run.svg', checkRunPicture(checkRun)],
    ['README.md', withOutput('README.md', `${exampleCommand}\n\`\`\``, plain.replaceAll(/^\n+|\n+$/g, ''))],
    ['docs/how-to/library.md', withOutput('docs/how-to/library.md', 'the program prints:', listed.join('\n'))],
  ])
}

/** Facts on the badges. */
interface PackageFacts {
  readonly license: string
  readonly engines: { readonly node: string }
}

/** Returns a document with `output` in the code block that follows the given text. */
function withOutput(path: string, text: string, output: string): string {
  const document = readFileSync(pathOf(path), 'utf8')
  const [before, after] = [`${text}\n\n\`\`\`\n`, '\n```\n']
  const start = document.indexOf(before) + before.length
  const end = document.indexOf(after, start)
  if (start < before.length || end < 0) throw new Error(`${path} shows no output after "${text}".`)
  return document.slice(0, start) + output + document.slice(end)
}

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

if (import.meta.main) for (const [name, text] of await drawnFiles()) writeFileSync(pathOf(name), text)
