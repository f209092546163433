import { type Content, html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import type { ListedServerRow, RegistryServerRow } from '../../db/registry/servers.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { addressWith } from '../parts/paging.ts'
import { findListed } from '../registry/find-listed.ts'
import { categoryTitle } from '../registry/server-rows.ts'
import { visibleText } from '../visible-text.ts'

/** Maximum number of suggested servers. */
const maxOffered = 8

/** Servers that can be added to a comparison. */
export interface OfferedServers {
  /** Search text. If empty, the best servers in the last compared server's category are offered. */
  readonly text: string
  readonly servers: readonly ListedServerRow[]
}

/**
 * Finds servers that match a search and are not compared yet. If the search is empty, returns the best servers in the
 * last compared server's category.
 */
export async function findOffered(
  db: Database,
  text: string,
  compared: readonly RegistryServerRow[],
): Promise<OfferedServers> {
  const category = text === '' ? compared.at(-1)?.category : undefined
  if (text === '' && category === undefined) return { text, servers: [] }
  const { servers } = await findListed(db, {
    text,
    filter: { category, grade: undefined, sourceType: undefined, language: undefined, status: undefined },
    order: undefined,
    page: 1,
  })
  const known = new Set(compared.map(({ slug }) => slug))
  return { text, servers: servers.filter(({ slug }) => !known.has(slug)).slice(0, maxOffered) }
}

/** Returns the search form for adding a server, with the results. */
export function addServer(compared: readonly RegistryServerRow[], { text, servers }: OfferedServers): Content {
  const slugs = compared.map(({ slug }) => slug)
  return html`
    <section class="card no-print" id="add">
      <h2>${compared.length === 0 ? 'Choose the first server' : 'Add a server'}</h2>
      <p class="quiet">
        You can compare up to ${catalogueLimits.maxComparedServers} servers. The page of each server links here, too.
      </p>
      <form role="search" method="get" action="/compare#add" class="row">
        ${slugs.length > 0 && html`<input type="hidden" name="servers" value=${slugs.join(',')} />`}
        <div class="field grow">
          <label for="compared">Name or description</label>
          <input id="compared" type="search" name="q" value=${visibleText(text)}
            maxlength=${catalogueLimits.maxSearchCharacters} autocomplete="off" />
        </div>
        <button class="main">Search</button>
      </form>
      ${
        servers.length > 0
          ? offeredList(slugs, servers, text === '' ? compared.at(-1)?.category : undefined)
          : text !== '' && html`<p>No other server matches “<bdi>${visibleText(text)}</bdi>”.</p>`
      }
    </section>
  `
}

function offeredList(
  slugs: readonly string[],
  servers: readonly ListedServerRow[],
  category: string | undefined,
): Content {
  return html`
    ${category !== undefined && html`<h3>Best in the category ${categoryTitle(category)}</h3>`}
    <ul class="offered">
      ${servers.map(
        (server) => html`
          <li>
            ${gradeChip(server.grade)}${' '}
            <a href=${addressWith('/compare', { servers: [...slugs, server.slug].join(',') })}>
              <span class="unseen">Add </span><bdi>${visibleText(server.name, 80)}</bdi>
            </a>
            ${server.securityScore !== null && html` <span class="quiet">${severityTally(server)}</span>`}
          </li>
        `,
      )}
    </ul>
  `
}
