import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Digests = z.object({ engine: z.string(), files: z.string() })

let digests: z.output<typeof Digests> | undefined

/** The build computes the digests, see `build/engine-digests.ts`. Read once in a process. */
function readDigests(): z.output<typeof Digests> {
  return (digests ??= Digests.parse(
    JSON.parse(readFileSync(new URL('../../../dist/digests.json', import.meta.url), 'utf8')),
  ))
}

/**
 * Returns a digest of everything that affects results: code, rules, data files, and versions of packages. Equal digests
 * give equal results.
 */
export function engineVersion(): string {
  return readDigests().engine
}

/**
 * Returns a digest of everything that affects the results of single files. Other changes of the engine do not change
 * it.
 */
export function fileEngineVersion(): string {
  return readDigests().files
}
