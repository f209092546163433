import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled, bundlings } from './bundlers.ts'
import { corpusServers, findingsOf } from './corpus-server.ts'
import { expectedFindings } from './expected-findings.ts'

// Bundles the servers of every JavaScript pair with every bundler, and prints differences between the findings of the
// bundle and of the sources. Takes some minutes. The tests run a part of it.
//   node test/engine/analysis/bundles/all-bundles.ts [bundling…]

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
