import type { SourceType } from '../model/target.ts'
import { folder } from './folder/folder.ts'
import { git } from './git/git.ts'
import { npm } from './npm/npm.ts'
import { pypi } from './pypi/pypi.ts'
import type { Source } from './source.ts'

/** Every kind of source, sorted by ID. */
const byType: { readonly [Type in SourceType]?: Source<Type> } = {
  folder,
  git,
  npm,
  pypi,
}

/** Every kind of source. */
export const sources = Object.values(byType)

/** The source of a type. */
export function sourceOf<Type extends SourceType>(type: Type): Source<Type> {
  const source = byType[type]
  if (source === undefined) throw new Error(`no source is named ${type}`)
  return source
}
