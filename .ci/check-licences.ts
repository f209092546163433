/**
 * Fails if a package in the lockfile has no allowed license. The license comes from the `package.json` of the installed
 * package, or from the lockfile if the package is not installed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { licenceProblem, licencesOf } from './licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockfile = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean }>>
}
const problems: string[] = []
let count = 0
for (const [path, entry] of Object.entries(lockfile.packages)) {
  if (path === '') continue
  count += 1
  const manifest = existsSync(`${root}${path}/package.json`)
    ? (JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8')) as object)
    : { license: entry.license }
  const problem = licenceProblem(
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    licencesOf(manifest),
    entry.dev === true,
  )
  if (problem !== undefined) problems.push(`${path}: ${problem}`)
}
process.stdout.write(
  problems.length === 0
    ? `licences: as allowed, of ${count} packages\n`
    : `licences: NOT as allowed\n${problems.map((problem) => `  ${problem}\n`).join('')}`,
)
process.exitCode = problems.length === 0 ? 0 : 1
