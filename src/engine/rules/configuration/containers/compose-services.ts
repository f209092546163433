import { configurationLimits } from '../../../inventory/settings-files/settings-file-limits.ts'
import type { RuleMatchLocation } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, type Entry, under } from '../../../inventory/settings-files/value.ts'

/**
 * Returns a location. Its snippet shows only the setting at the offset, because other settings on the line may be
 * secrets.
 */
export function placeInCompose(file: SettingsFile, offset: number): RuleMatchLocation {
  const { snippet = '', column = 1, ...place } = file.placeAt(offset)
  return {
    ...place,
    column,
    snippet: /[{,]/.test(snippet) ? (snippet.slice(column - 1).split(/[,}]/, 1)[0] ?? '') : snippet,
  }
}

/** Reports whether a Compose file has more services than the limit. */
export const hasMoreServices = ({ root }: SettingsFile): boolean =>
  entriesOf(under(root, 'services')).length > configurationLimits.maxServices

/** Returns the services in a Compose file, https://docs.docker.com/reference/compose-file/services/ */
export const composeServices = ({ root }: SettingsFile): readonly Entry[] =>
  entriesOf(under(root, 'services')).slice(0, configurationLimits.maxServices)
