import { z } from 'zod'
import { VulnerableFunctions } from '../../reachability/vulnerable-functions.ts'
import { summaryVersion } from '../engine-version.ts'
import type { KnownFunctions } from './known-functions.ts'

/** Line of an export: the vulnerable functions of one advisory in one package, for one fixed version. */
export const ExportedFunctions = z.object({
  schemaVersion: z.literal(1),
  /** Advisory ID. */
  id: z.string(),
  aliases: z.array(z.string()),
  ecosystem: VulnerableFunctions.shape.ecosystem,
  package: z.string(),
  affectedVersion: z.string(),
  fixedVersion: z.string(),
  /** SHA-256 of the archives that were compared, in hexadecimal. */
  affectedDigest: z.string(),
  fixedDigest: z.string(),
  /** Digest of the engine that compared them. */
  engine: z.string(),
  confidence: VulnerableFunctions.shape.confidence,
  shortfall: VulnerableFunctions.shape.shortfall,
  functions: VulnerableFunctions.shape.functions,
})
export type ExportedFunctions = z.infer<typeof ExportedFunctions>

/** Returns stored functions in the form of an export. */
export function exportedFunctions(known: KnownFunctions, aliases: readonly string[]): ExportedFunctions {
  const { advisoryId, ecosystem, name, affectedDigest, fixedDigest } = known
  const { affectedVersion, fixedVersion, confidence, shortfall, functions } = known.functions
  return {
    schemaVersion: 1,
    id: advisoryId,
    aliases: [...aliases],
    ecosystem,
    package: name,
    affectedVersion,
    fixedVersion,
    affectedDigest,
    fixedDigest,
    engine: summaryVersion(),
    confidence,
    ...(shortfall && { shortfall }),
    functions: [...functions],
  }
}
