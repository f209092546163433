import type { LaunchedServer } from '../../db/pages/launched-servers.ts'
import { type Content, html } from '../html.ts'
import { gradeChip } from '../parts/grades.ts'
import { serverAddress } from '../server/server-query.ts'
import { visibleText } from '../visible-text.ts'

/** Returns the registry servers launched by the project, with their grades. */
export function launchedSection(servers: readonly LaunchedServer[]): Content {
  if (servers.length === 0) return ''
  return html`
    <section class="card" id="launched">
      <h2>Launched servers</h2>
      <p class="quiet">
        Configuration files of the project launch these packages. The grade is that of the newest version in the
        registry.
      </p>
      <ul>
        ${servers.map(
          ({ name, version, manifest, slug, grade }) => html`
            <li>
              ${gradeChip(grade, { small: true })}
              <a href=${serverAddress(slug)}><bdi>${visibleText(name, 200)}</bdi></a>
              <bdi>${visibleText(version, 100)}</bdi> in <code><bdi>${visibleText(manifest, 300)}</bdi></code>
            </li>
          `,
        )}
      </ul>
    </section>
  `
}
