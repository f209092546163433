import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { zip } from './zip.ts'

/** Writes a small advisory feed to a temporary folder, in the layout of the OSV export. */
export function writeOsvFeed(records: Readonly<Record<string, readonly Record<string, unknown>[]>>): {
  readonly url: string
  remove(): void
} {
  const folder = mkdtempSync(join(tmpdir(), 'assay-osv-'))
  for (const [ecosystem, list] of Object.entries(records)) {
    mkdirSync(join(folder, ecosystem))
    writeFileSync(
      join(folder, ecosystem, 'all.zip'),
      zip(list.map((record) => ({ name: `${String(record.id)}.json`, content: JSON.stringify(record) }))),
    )
  }
  return { url: pathToFileURL(folder).href, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A critical vulnerability of the package `flawed` with two IDs, fixed in 1.2.6. */
export const flawedPackageAdvisory = {
  schema_version: '1.7.3',
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2025-01-14T10:12:15Z',
  aliases: ['CVE-2021-00001'],
  summary: 'Prototype pollution in flawed',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'flawed' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.6' }] }],
    },
  ],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  database_specific: { severity: 'CRITICAL', cwe_ids: ['CWE-1321'] },
}

/** A record of the second ecosystem. */
export const pythonPackageAdvisory = {
  schema_version: '1.7.3',
  id: 'PYSEC-2025-1',
  modified: '2025-01-14T10:12:15Z',
  affected: [
    { package: { ecosystem: 'PyPI', name: 'example' }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] },
  ],
}
