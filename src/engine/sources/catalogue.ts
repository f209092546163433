import type { SourceType } from '../model/target.ts'
import { folder } from './folder/folder.ts'
import { git } from './git/git.ts'
import { npm } from './npm/npm.ts'
import { pypi } from './pypi/pypi.ts'
import type { Source } from './source.ts'

/** Sources by type, in the order of their IDs. */
const byType: { readonly [Type in SourceType]?: Source<Type> } = {
  folder,
  git,
  npm,
  pypi,
}

export const sources = Object.values(byType)

export function sourceOf<Type extends SourceType>(type: Type): Source<Type> {
  const source = byType[type]
  if (source === undefined) throw new Error(`no source is named ${type}`)
  return source
}
