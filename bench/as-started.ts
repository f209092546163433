import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

const words = packageJson.scripts.start.split(' ')
const assay = fileURLToPath(new URL('../assay.js', import.meta.url))

/** Memory settings of `npm start`. */
export const startSettings: Readonly<Record<string, string>> = Object.fromEntries(
  words.filter((word) => /^\w+=/.test(word)).map((word) => word.split('=')),
)

/** Node options of `npm start`. */
export const nodeOptions: readonly string[] = words.filter((word) => word.startsWith('--'))

/** Returns the command that starts the service with the Node options of `npm start` and additional ones. */
export function startCommand(...more: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, ...nodeOptions, ...more, assay, 'serve']
}
