import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRecordFile } from './case-file.ts'
import { mirrorOf, writeTree } from './mirror-tree.ts'

// node bench/detection/prepare-trees.ts <cases.json> --mirrors <folder> --trees <folder> writes <trees>/<case
// id>/vulnerable and <trees>/<case id>/fixed from local mirrors, for `npm run bench:detection -- … --trees <folder>`.

const {
  positionals: [cases],
  values: { mirrors, trees },
} = parseArgs({ allowPositionals: true, options: { mirrors: { type: 'string' }, trees: { type: 'string' } } })
if (cases === undefined || mirrors === undefined || trees === undefined) {
  process.stderr.write(
    'node bench/detection/prepare-trees.ts <cases.json> --mirrors <folder of OWNER+NAME/repo> --trees <folder>\n',
  )
  process.exit(2)
}
let [written, missing] = [0, 0]
for (const { id, git } of readRecordFile(cases).cases) {
  if (!git) continue
  for (const [version, commit] of [
    ['vulnerable', git.vuln_commit],
    ['fixed', git.fixed_commit],
  ] as const) {
    if (commit === null) continue
    try {
      const gitFolder = mirrorOf(mirrors, git.repo)
      if (gitFolder === undefined) throw new Error(`there is no mirror of ${git.repo}`)
      const tree = await writeTree({
        gitFolder,
        commit,
        folder: join(trees, id, version),
        signal: AbortSignal.timeout(300_000),
      })
      if (tree)
        process.stdout.write(
          `${id} ${version}: ${tree.files} ` +
            `files\n${tree.skipped.map(({ path, reason }) => `  left out: ${path}: ${reason}\n`).join('')}`,
        )
      written += 1
    } catch (error) {
      missing += 1
      process.stdout.write(`${id} ${version}: missing: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}
process.stdout.write(`${written} trees are there, ${missing} are missing\n`)
process.exitCode = missing > 0 ? 1 : 0
