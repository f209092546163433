/**
 * Scans this project, including its lockfile, with its own command, as in a user's CI. Advisories come from `OSV_URL`
 * or from the folder next to the checkout, and on GitHub from the public feed. Without advisories, the output says so.
 *
 * Fails if the command does not exit with 0. It does not for a partial scan, or for an open `high` or `critical`
 * finding that `.github/assay.yml` does not suppress. Also fails if the lockfile was not read, or if advisories were
 * available but not all were matched. Lower findings are listed and do not fail.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runAssay } from '../test/support/assay-process.ts'

/** The used part of the output of `assay scan --format json`. */
interface ScanResult {
  readonly verdict: string
  readonly findings: readonly {
    readonly ruleId: string
    readonly severity: string
    readonly state: string
    readonly title: string
    readonly location?: { readonly path: string }
  }[]
  readonly coverage: {
    readonly components: { readonly total: number }
    readonly detectors: readonly { readonly id: string; readonly status: string }[]
    readonly gaps: readonly string[]
  }
}

/** The lockfile contains more packages than this. Fewer components mean that it was not read. */
const leastComponents = 400

const root = fileURLToPath(new URL('..', import.meta.url))
const beside = join(root, '../shared/osv')
const feed = process.env.OSV_URL ?? (existsSync(beside) ? `file:${beside}` : undefined)
const withAdvisories = feed !== undefined || process.env.GITHUB_ACTIONS === 'true'
const folder = mkdtempSync(join(tmpdir(), 'assay-self-scan-'))
try {
  const { code, out, err } = await runAssay(
    [
      'scan',
      '--format',
      'json',
      '--trust-project-settings',
      ...(withAdvisories ? [] : ['--without', 'vulnerable-dependencies']),
      root,
    ],
    { ASSAY_DATA_DIR: folder, ...(feed !== undefined && { OSV_URL: feed }) },
  )
  const result = JSON.parse(out) as ScanResult
  const open = result.findings.filter(({ state }) => state === 'new' || state === 'existing')
  for (const { ruleId, severity, title, location } of open)
    process.stdout.write(`${severity} ${ruleId}: ${title}${location ? ` (${location.path})` : ''}\n`)
  const audit = result.coverage.detectors.find(({ id }) => id === 'vulnerable-dependencies')?.status
  const isAsExpected =
    code === 0 && result.coverage.components.total >= leastComponents && (!withAdvisories || audit === 'succeeded')
  process.stdout.write(
    `verdict ${result.verdict}, ${open.length} open findings; lockfile of ` +
      `${result.coverage.components.total} components ` +
      `${withAdvisories ? `held against advisories: ${audit}` : 'NOT held against advisories: no feed here'}\n`,
  )
  process.stdout.write(
    isAsExpected
      ? 'self-scan: as expected\n'
      : `self-scan: NOT as expected, it ended with ${code}\n${result.coverage.gaps.join('\n')}\n${err}\n`,
  )
  process.exitCode = isAsExpected ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
