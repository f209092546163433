import { resolve, sep } from 'node:path'

export const CONFIG = resolve(process.env.CONFIG_FOLDER ?? 'config')

let refused = 0

/** Tells whether a file lies in the configuration folder. */
export function isAllowed(file) {
  const inside = file.startsWith(CONFIG + sep)
  if (!inside) {
    refused += 1
    console.error(`${file} is outside of ${CONFIG} (${refused})`)
  }
  return inside
}
