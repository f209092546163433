import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderLimits } from '../../../src/engine/sources/folder/folder-limits.ts'

/** A folder with many source files, which is removed on disposal. */
export interface LargeProject extends Disposable {
  readonly path: string
  readonly files: number
  readonly bytes: number
  /** A file that may be changed. */
  readonly oneFile: string
}

/**
 * Fills a folder with this number of bytes of JavaScript and TypeScript: copies of the installed packages with unique
 * contents.
 */
export function largeProject(wantedBytes: number): LargeProject {
  const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  const sources = globSync('**/*.{js,mjs,cjs,ts,mts,cts}', { cwd: installed })
    .filter((path) => {
      const found = statSync(join(installed, path))
      return found.isFile() && found.size > 0 && found.size < folderLimits.maxFileBytes - 100
    })
    .sort()
  const path = mkdtempSync(join(tmpdir(), 'assay-bench-project-'))
  let [files, bytes] = [0, 0]
  let oneFile = ''
  for (let copy = 0; bytes < wantedBytes; copy += 1) {
    for (const source of sources) {
      if (bytes >= wantedBytes) break
      const to = join(path, `copy-${copy}`, source.replaceAll('node_modules', 'packages'))
      const content = Buffer.concat([readFileSync(join(installed, source)), Buffer.from(`\n// copy ${copy}\n`)])
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, content)
      oneFile ||= to
      files += 1
      bytes += content.length
    }
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name: 'large', version: '1.0.0' }))
  return { path, files, bytes, oneFile, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
