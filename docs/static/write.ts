/** Writes the documentation as static pages: `npm run docs -- FOLDER`. It needs no service and no database. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { staticFiles } from './static-pages.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Name the folder: npm run docs -- FOLDER\n')
  process.exitCode = 2
} else {
  const files = staticFiles()
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  process.stdout.write(`Wrote ${files.size} files to ${folder}. Open ${join(folder, 'index.html')} in a browser.\n`)
}
