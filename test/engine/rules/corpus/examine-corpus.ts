import { configuration } from '../../../../src/engine/rules/configuration/detector.ts'
import { leakedSecrets } from '../../../../src/engine/rules/leaked-secrets/detector.ts'
import { supplyChain } from '../../../../src/engine/rules/supply-chain/detector.ts'
import { toolDefinitions } from '../../../../src/engine/rules/tool-definitions/detector.ts'
import type { Detector } from '../../../../src/engine/rules/detector.ts'
import { figuresOf, type CorpusFigures } from './figures.ts'
import { findInCase } from './find-in-case.ts'
import { judgeCase, type Judgement } from './judge-case.ts'
import { type CorpusCase, type CorpusCategory, readCases } from './read-cases.ts'

/** Detector that is tested with the cases of each category. */
export const detectorOf: Readonly<Record<CorpusCategory, Detector>> = {
  configuration,
  'leaked-secrets': leakedSecrets,
  'supply-chain': supplyChain,
  'tool-definitions': toolDefinitions,
}

export interface ExaminedCorpus {
  readonly cases: readonly CorpusCase[]
  readonly judgements: readonly Judgement[]
  readonly figures: CorpusFigures
}

/** Runs the detector of its category on each case. Throws if a detector fails. */
export async function examineCorpus(): Promise<ExaminedCorpus> {
  const cases = await readCases()
  const judgements: Judgement[] = []
  for (const labelled of cases) {
    judgements.push(judgeCase(labelled, await findInCase(labelled, detectorOf[labelled.category])))
  }
  return { cases, judgements, figures: figuresOf(judgements) }
}
