import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import type { DetectionCase, Tier } from './case.ts'

/** Description of a pair: a vulnerable server and its almost identical safe twin. */
const PairRecord = z.object({
  id: z.string(),
  class: z.string(),
  ecosystem: z.enum(['npm', 'pypi']),
  sink: z.object({ file: z.string(), line: z.int().positive() }),
  tier: z.enum(['direct-flow', 'flawed-guard', 'structural', 'logic']),
})

const tierOf = {
  'direct-flow': 'A-direct-flow',
  'flawed-guard': 'B-flawed-guard',
  structural: 'C-structural',
  logic: 'D-logic',
} as const satisfies Record<string, Tier>

/** Valid pairs, and the pairs with an invalid description. */
export interface ReadPairs {
  readonly cases: readonly DetectionCase[]
  readonly broken: readonly { readonly path: string; readonly reason: string }[]
}

/**
 * Reads the project's own pairs in a folder: `<language>/<pair>/pair.json` with `vulnerable` and `safe` next to it.
 * Empty if the folder does not exist.
 */
export function readPairs(folder: string): ReadPairs {
  const cases: DetectionCase[] = []
  const broken: { path: string; reason: string }[] = []
  for (const path of globSync(join(folder, '*/*/pair.json')).sort()) {
    try {
      cases.push(caseOfPair(path, folder))
    } catch (error) {
      broken.push({ path, reason: error instanceof z.ZodError ? z.prettifyError(error) : String(error) })
    }
  }
  return { cases, broken }
}

function caseOfPair(path: string, pairs: string): DetectionCase {
  const { id, class: name, ecosystem, sink, tier } = PairRecord.parse(JSON.parse(readFileSync(path, 'utf8')))
  const folderOf = (which: string) =>
    ({
      kind: 'folder',
      folder: join(dirname(path), which),
      content: join(relative(pairs, dirname(path)), which),
    }) as const
  return {
    id,
    set: 'pairs',
    ecosystem,
    class: name,
    cwe: null,
    tier: tierOf[tier],
    sink,
    silence: 'expected',
    vulnerable: folderOf('vulnerable'),
    fixed: folderOf('safe'),
    isBuiltDifferently: false,
  }
}
