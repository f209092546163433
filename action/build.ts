/**
 * Writes the one file that the runner of GitHub runs, into `action/dist` or where the first argument says. The same
 * sources make the same bytes.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const [outfile = `${root}action/dist/index.js`] = process.argv.slice(2)

await build({
  absWorkingDir: root,
  entryPoints: ['action/src/main.ts'],
  outfile,
  bundle: true,
  minify: true,
  legalComments: 'none',
  charset: 'ascii',
  platform: 'node',
  target: 'node24',
  format: 'esm',
})
