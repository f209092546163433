import type { SourceType } from '../model/target.ts'
import { npm } from './npm/npm.ts'
import type { Source } from './source.ts'

/** Every kind of source, sorted by id. */
export const sources: readonly Source[] = [
  npm,
]

/** The source of a type. */
export function sourceOf(type: SourceType): Source {
  const source = sources.find(({ id }) => id === type)
  if (source === undefined) throw new Error(`no source is named ${type}`)
  return source
}
