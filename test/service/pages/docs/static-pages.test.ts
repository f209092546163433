import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { staticFiles } from '../../../../docs/static/static-pages.ts'
import { documentPaths } from '../../../../src/service/pages/docs/documents.ts'

it('writes a copy in which every link is relative and leads to a file and an anchor', { timeout: 60_000 }, () => {
  const files = staticFiles()
  const idsOf = (path: string) =>
    new Set([...String(files.get(path)).matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
  const broken: string[] = []
  let count = 0
  for (const [path, content] of files) {
    if (!path.endsWith('.html')) continue
    for (const [, address = ''] of String(content).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(address)) continue
      count += 1
      const [target = '', anchor] = address.split('#', 2)
      const file = target === '' ? path : posix.join(posix.dirname(path), target)
      if (address.startsWith('/') || !files.has(file)) broken.push(`${path}: ${address}`)
      else if (anchor !== undefined && !idsOf(file).has(decodeURIComponent(anchor))) broken.push(`${path}: ${address}`)
    }
    expect(String(content), path).not.toMatch(/<form|action="/)
  }
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(1_000)
  for (const path of ['index', 'api', 'api/scans', 'errors', ...documentPaths.map((each) => each.slice(6))])
    expect(files.has(`${path}.html`), path).toBe(true)
  expect(String(files.get('files/style.css'))).toContain("url('inter.woff2')")
})

it('writes the files into a folder without a service', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
  try {
    const printed = execFileSync(process.execPath, ['docs/static/write.ts', join(folder, 'site')], { encoding: 'utf8' })
    expect(printed).toMatch(/^Wrote \d+ files to /)
    expect(readFileSync(join(folder, 'site', 'index.html'), 'utf8')).toContain('What do you want to do?')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
