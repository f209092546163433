/**
 * Scans this project with its own command, as CI of a user's project would: with the advisories that `OSV_URL` names or that lie beside
 * the checkout, else without those. Only what `.github/assay.yml` sets aside with a reason may be found.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runAssay } from '../test/support/assay-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const beside = join(root, '../shared/osv')
const feed = process.env.OSV_URL ?? (existsSync(beside) ? `file:${beside}` : undefined)
const folder = mkdtempSync(join(tmpdir(), 'assay-self-scan-'))
try {
  const { code, out, err } = await runAssay(['scan', '--trust-project-settings', ...(feed === undefined ? ['--without', 'vulnerable-dependencies'] : []), root], { ASSAY_DATA_DIR: folder, ...(feed !== undefined && { OSV_URL: feed }) })
  process.stdout.write(`${out}\n${code === 0 ? 'self-scan: as expected' : `self-scan: NOT as expected, it ended with ${code}\n${err}`}\n`)
  process.exitCode = code === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
