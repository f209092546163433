import { maxFlowNameLength } from '../../analysis/flow-step.ts'
import { maskedCutText } from '../leaked-secrets/masked-part.ts'

/** Maximum length of a name from the scanned project in a sentence, in UTF-16 code units. */
const maxShownLength = 100

/**
 * Formats a name from the scanned project on one line, without invisible characters and with secrets masked. The end of
 * a truncated name is masked too, because it may be part of a secret.
 *
 * @param cutAt length at which the analysis truncates this name, in UTF-16 code units
 */
export function flowName(name: string, cutAt = maxFlowNameLength): string {
  return maskedCutText(name, cutAt)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
}

/** Truncates a name for use in a sentence. */
export const shortName = (name: string): string =>
  name.length <= maxShownLength ? name : `${name.slice(0, maxShownLength).toWellFormed()}…`
