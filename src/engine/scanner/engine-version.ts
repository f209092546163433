import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Digests = z.object({ engine: z.string(), files: z.string(), summaries: z.string() })

let digests: z.output<typeof Digests> | undefined

/** Reads the digests computed by the build (`build/engine-digests.ts`). Called once per process. */
function readDigests(): z.output<typeof Digests> {
  return (digests ??= Digests.parse(
    JSON.parse(readFileSync(new URL('../../../dist/digests.json', import.meta.url), 'utf8')),
  ))
}

/**
 * Returns a digest of everything that affects results: code, rules, data files, and package versions. Engines with
 * equal digests return equal results.
 */
export function engineVersion(): string {
  return readDigests().engine
}

/**
 * Returns a digest of everything that affects the results of individual files. Stays the same if other parts of the
 * engine change.
 */
export function fileEngineVersion(): string {
  return readDigests().files
}

/** Returns a digest of everything that affects the summaries of packages and the functions derived from them. */
export function summaryVersion(): string {
  return readDigests().summaries
}
