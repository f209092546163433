import { html } from '../html.ts'
import type { Lookalikes, NameLikeness, ToolLikeness, ToolLookalikes } from '../../registry/tools/find-lookalikes.ts'
import type { Content } from '../layout.ts'
import { shownDay, shownNumber } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'
import { serverAddress } from './server-query.ts'

/** In what something is alike, for people. */
const likenessTitles: Readonly<Record<ToolLikeness, string>> = {
  definition: 'all that models are told of it is the same',
  description: 'its long description is the same, word for word',
  name: 'it is called alike, and shadows the other where both are installed',
}

const nameLikenessTitles: Readonly<Record<NameLikeness, string>> = {
  folded: 'written alike',
  edit: 'one character away',
}

/** Likenesses that stand there before the rest is opened. */
const shownTools = 6

/**
 * What at other servers looks like this one or like what it offers; nothing where nothing does. None of it says who
 * copied from whom.
 */
export function lookalikesSection({ server, lookalikes: { servers, tools, rulesAboutTools } }: ServerReport): Content {
  if (servers.length === 0 && tools.length === 0) return undefined
  return html`
    <section class="card" id="lookalikes">
      <h2>What looks like it</h2>
      ${
        servers.length > 0 &&
        html`<p>Names that are easily taken for this one. Look twice at which of them you install:</p>
      <ul>${servers.map((other) => likeNamed(other, server.popularity))}</ul>`
      }
      ${
        tools.length > 0 &&
        html`
          <p>Other servers offer to models what this one does:</p>
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
      <p class="quiet">None of this says who copied from whom.</p>
    </section>
  ` as Content
}

function likeNamed({ slug, name, likeness, popularity, createdAt }: Lookalikes['servers'][number], own: number | null) {
  const use = popularity === own ? '' : `, ${(popularity ?? 0) > (own ?? 0) ? 'more' : 'less'} used than this one`
  return html`
    <li>
      <a href=${serverAddress(slug)}><bdi>${visibleText(name, 120)}</bdi></a>: ${nameLikenessTitles[likeness]}
      ${use} <span class="quiet"><code>${visibleText(slug, 120)}</code>, here since ${shownDay(createdAt)}</span>
    </li>
  `
}

function likeTool(
  { kind, name, likeness, servers, found }: ToolLookalikes,
  rulesAboutTools: Lookalikes['rulesAboutTools'],
) {
  const further = servers - found.length
  const reported = likeness === 'name' ? [] : found.filter(({ server }) => rulesAboutTools.has(server.id))
  return html`
    <li>
      ${kind} <strong><bdi>${visibleText(name, 120)}</bdi></strong>: ${likenessTitles[likeness]}.
      At ${found.map(
        ({ server, name: there }, index) =>
          html`
            ${index > 0 && ', '}
            <a href=${serverAddress(server.slug)}><bdi>${visibleText(server.name, 80)}</bdi></a>
            ${there !== name && html` as <bdi>${visibleText(there, 80)}</bdi>`}
          `,
      )}
      ${further > 0 && ` and ${shownNumber(further)} more`}.
      ${
        reported.length > 0 &&
        html`
          ${' '}<strong>Texts for models are reported</strong> at ${reported.map(
            ({ server }, index) =>
              html`
                ${index > 0 && ', '}
                <bdi>${visibleText(server.name, 80)}</bdi> (${rulesAboutTools
                  .get(server.id)
                  ?.map((rule, at) => html`${at > 0 && ', '}<a href=${`/rules/${rule}`}>${rule}</a>`)})
              `,
          )}:
          what is copied is reported with it.
        `
      }
    </li>
  `
}
