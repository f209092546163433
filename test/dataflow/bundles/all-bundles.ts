import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled, bundlings } from './bundlers.ts'
import { corpusServers, findingsOf } from './corpus-server.ts'
import { expectedFindings } from './expected-findings.ts'

// The servers of every pair of JavaScript in every bundling, and what is found in them that is not expected from their
// sources, or the other way round: `node test/dataflow/bundles/all-bundles.ts [bundling…]`, some minutes. The tests
// take a part of them.

const folder = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
const chosen = process.argv.length > 2 ? bundlings.filter((one) => process.argv.includes(one)) : bundlings
try {
  const servers = corpusServers()
  const expected = new Map<string, string[]>()
  for (const { id, texts } of servers) expected.set(id, await findingsOf(texts))
  for (const bundling of chosen) {
    const made = await bundled(servers, bundling, join(folder, bundling))
    let same = 0
    for (const server of servers) {
      const { id } = server
      const [wanted, found] = [
        expectedFindings(server, bundling, expected.get(id) ?? []),
        await findingsOf(made.get(id) ?? {}),
      ]
      if (JSON.stringify(wanted) === JSON.stringify(found)) same += 1
      else
        process.stdout.write(
          `  ${bundling} ` +
            `${id}` +
            `\n${[...wanted.map((one) => `    expected ${one}\n`), ...found.map((one) => `    found ${one}\n`)].join(
              '',
            )}`,
        )
    }
    process.stdout.write(
      `${bundling}: ${same}/${servers.length} servers have the findings that are expected from their sources\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
