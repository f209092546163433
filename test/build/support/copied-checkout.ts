import { cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a build and a package are made of. */
const sources = [
  'assay.js',
  'build',
  'LICENSE',
  'package-lock.json',
  'package.json',
  'patches',
  'README.md',
  'src',
  'tsconfig.json',
]

/**
 * Copies this checkout into a folder, with links to its packages: building there leaves the `dist` alone that other
 * tests run. Packages that go into the package of the command line are copied, since npm packs no links.
 */
export function copyCheckout(folder: string): string {
  mkdirSync(folder)
  for (const path of sources) cpSync(path, join(folder, path), { recursive: true })
  for (const path of globSync('node_modules/{*,.bin,@*/*}')) {
    if (/^node_modules\/@[^/]+$/.test(path)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path === 'node_modules/py-ast') cpSync(path, join(folder, path), { recursive: true })
    else symlinkSync(join(process.cwd(), path), join(folder, path))
  }
  return folder
}
