import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

const words = packageJson.scripts.start.split(' ')
const assay = fileURLToPath(new URL('../assay.js', import.meta.url))

/** What `npm start` sets for the service's memory. */
export const startSettings: Readonly<Record<string, string>> = Object.fromEntries(
  words.filter((word) => /^\w+=/.test(word)).map((word) => word.split('=')),
)

/** The options of node that `npm start` gives. */
export const nodeOptions: readonly string[] = words.filter((word) => word.startsWith('--'))

/** The service with the options of node that `npm start` gives, and more of them. */
export function startCommand(...more: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, ...nodeOptions, ...more, assay, 'serve']
}
