import { limits } from '../../../model/limits.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, type Entry, under } from '../syntax/value.ts'

/** The services of a compose file, as many as people write, https://docs.docker.com/reference/compose-file/services/ */
export const composeServices = ({ root }: SettingsFile): readonly Entry[] => entriesOf(under(root, 'services')).slice(0, limits.configuration.services)
