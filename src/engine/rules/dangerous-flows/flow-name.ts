import { maxFlowNameLength } from '../../analysis/flow-step.ts'
import { maskedCutText } from '../leaked-secrets/masked-part.ts'

/** Maximum length of a name of the scanned project inside a sentence, in UTF-16 code units. */
const maxShownLength = 100

/**
 * Returns a name of the scanned project in one line, without invisible characters and with secrets masked. The analysis
 * cuts names, so the end of a name of that length is masked too: it may be a part of a secret.
 *
 * @param cutAt where the analysis cuts this name, in UTF-16 code units
 */
export function flowName(name: string, cutAt = maxFlowNameLength): string {
  return maskedCutText(name, cutAt)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
}

/** Returns a name short enough for a sentence. */
export const shortName = (name: string): string =>
  name.length <= maxShownLength ? name : `${name.slice(0, maxShownLength).toWellFormed()}…`
