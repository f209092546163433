import { type Content, html } from '../html.ts'
import type { Lookalikes, NameLikeness, ToolLikeness, ToolLookalikes } from '../../registry/tools/find-lookalikes.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import type { RegistryServerRow } from '../../db/registry/servers.ts'
import { serverAddress } from './server-query.ts'

/** Description of each kind of tool similarity. */
const likenessTitles: Readonly<Record<ToolLikeness, string>> = {
  definition: 'identical definition',
  description: 'identical long description',
  name: 'similar name, so one tool shadows the other if both servers are installed',
}

const nameLikenessTitles: Readonly<Record<NameLikeness, string>> = {
  folded: 'same name with a different spelling',
  edit: 'name that differs by one character',
}

/** Number of similar tools that are visible without expanding the list. */
const shownTools = 6

/**
 * Returns the section with servers and tools that are similar to this server, or undefined if none exist. A
 * similarity does not show who copied from whom.
 */
export function lookalikesSection(server: RegistryServerRow, { servers, tools, rulesAboutTools }: Lookalikes): Content {
  if (servers.length === 0 && tools.length === 0) return undefined
  return html`
    <section class="card" id="lookalikes">
      <h2>Similar servers and tools</h2>
      ${
        servers.length > 0 &&
        html`<p>
        Check the name before you install a server. The names of these servers are easy to confuse with the name of this
        server:
      </p>
      <ul>${servers.map((other) => likeNamed(other, server.popularity))}</ul>`
      }
      ${
        tools.length > 0 &&
        html`
          <p>Other servers have similar tools, prompts, or resources:</p>
          <ul>${tools.slice(0, shownTools).map((tool) => likeTool(tool, rulesAboutTools))}</ul>
        `
      }
      ${
        tools.length > shownTools &&
        html`
          <details>
            <summary>${tools.length - shownTools} more</summary>
            <ul>${tools.slice(shownTools).map((tool) => likeTool(tool, rulesAboutTools))}</ul>
          </details>
        `
      }
      <p class="quiet">Similarity does not show which server copied the other.</p>
    </section>
  `
}

function likeNamed(
  { slug, name, likeness, popularity, createdAt }: Lookalikes['servers'][number],
  ownPopularity: number | null,
) {
  const comparison = (popularity ?? 0) > (ownPopularity ?? 0) ? 'more' : 'less'
  const usage = popularity === ownPopularity ? '' : `, ${comparison} popular than this server`
  return html`
    <li>
      <a href=${serverAddress(slug)}><bdi>${visibleText(name, 120)}</bdi></a>: ${nameLikenessTitles[likeness]}
      ${usage} <span class="quiet"><code>${visibleText(slug, 120)}</code>, listed since ${shownDay(createdAt)}</span>
    </li>
  `
}

function likeTool(
  { kind, name, likeness, servers, found: examples }: ToolLookalikes,
  rulesAboutTools: Lookalikes['rulesAboutTools'],
) {
  const further = servers - examples.length
  const reported = likeness === 'name' ? [] : examples.filter(({ server }) => rulesAboutTools.has(server.id))
  return html`
    <li>
      ${kind} <strong><bdi>${visibleText(name, 120)}</bdi></strong>: ${likenessTitles[likeness]}.
      Also in ${examples.map(
        ({ server, name: otherName }, index) =>
          html`
            ${index > 0 && ', '}
            <a href=${serverAddress(server.slug)}><bdi>${visibleText(server.name, 80)}</bdi></a>
            ${otherName !== name && html` as <bdi>${visibleText(otherName, 80)}</bdi>`}
          `,
      )}
      ${further > 0 && ` and ${shownNumber(further)} more`}.
      ${
        reported.length > 0 &&
        html`
          ${' '}<strong>Findings for this text</strong> in ${reported.map(
            ({ server }, index) =>
              html`
                ${index > 0 && ', '}
                <bdi>${visibleText(server.name, 80)}</bdi> (${rulesAboutTools
                  .get(server.id)
                  ?.map((rule, at) => html`${at > 0 && ', '}<a href=${`/rules/${rule}`}>${rule}</a>`)})
              `,
          )}.
          A copy of poisoned text produces the same findings as the original.
        `
      }
    </li>
  `
}
