import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ScannedTool } from '../../src/engine/model/scanned-tool.ts'

export const TextRecord = z.object({
  id: z.string(),
  /** Absent in benign texts, which have a server instead. */
  corpus: z.string().optional(),
  server: z.string().optional(),
  kind: z.string(),
  name: z.string(),
  description: z.string().default(''),
  /** Names and descriptions of the parameters. */
  params: z.array(z.tuple([z.string(), z.string()])),
})
export type TextRecord = z.infer<typeof TextRecord>

/** A labeled set and its texts. */
export interface TextSet {
  readonly name: 'injection' | 'open-purpose' | 'benign'
  readonly records: readonly TextRecord[]
}

const BlindFile = z.object({ corpora: z.array(z.string()).min(1), servers: z.array(z.string()).min(1) })

/**
 * Returns the labeled sets in a folder: the development texts, or the blind texts that are reserved for measurements.
 */
export function readTextSets(folder: string, isBlind: boolean): readonly TextSet[] {
  const blind = BlindFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'blind.json'), 'utf8')))
  const names = new Set([...blind.corpora, ...blind.servers])
  return (['injection', 'open-purpose', 'benign'] as const).map((name) => ({
    name,
    records: readFileSync(join(folder, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => TextRecord.parse(JSON.parse(line)))
      .filter(({ corpus = '', server = '' }) => (names.has(corpus) || names.has(server)) === isBlind),
  }))
}

const kinds = ['tool', 'resource', 'prompt', 'instructions'] as const

/** Returns the tool definition that a record describes. */
export function definitionOf({ id, kind, name, description, params }: TextRecord): ScannedTool {
  return {
    kind: kinds.find((known) => known === kind) ?? 'tool',
    name,
    description,
    path: `${id}.js`,
    line: 1,
    parameters: params.map(([parameter, text]) => ({ name: parameter, description: text })),
    annotations: {},
    capabilities: [],
  }
}
