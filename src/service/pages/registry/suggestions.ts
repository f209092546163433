import type { Database } from '../../db/client.ts'
import { searchServers } from '../../db/registry/search.ts'
import { findServersByIds } from '../../db/registry/servers.ts'
import type { Grade } from '../../../engine/model/score.ts'
import { pageLimits } from '../page-limits.ts'
import { visibleText } from '../visible-text.ts'

/** Path from which scripts request suggestions for the text `q`. */
export const suggestionsPath = '/suggestions'

/** Server whose name or description matches the typed text. */
export interface Suggestion {
  readonly name: string
  /** Path of the server's page. */
  readonly href: string
  /** Null before the first complete scan. */
  readonly grade: Grade | null
}

const maxNameCharacters = 80

/** Returns the first search results for the text. Searches only public servers. */
export async function findSuggestions(db: Database, text: string): Promise<readonly Suggestion[]> {
  if (text === '') return []
  const { found } = await searchServers(db, { text, filter: {}, limit: pageLimits.maxSuggestions, offset: 0 })
  const servers = await findServersByIds(
    db,
    found.map(({ id }) => id),
  )
  return servers.map(({ name, slug, grade }) => ({
    name: visibleText(name, maxNameCharacters),
    href: `/servers/${encodeURIComponent(slug)}`,
    grade,
  }))
}
