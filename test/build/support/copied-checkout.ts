import { cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Inputs of a build and a package. */
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
 * Copies this checkout into a folder, with links to its packages. A build in the copy does not change the `dist` that
 * other tests run. Packages that are packed with the command line are copied, because npm does not pack links.
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
