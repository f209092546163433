import { html } from '../html.ts'
import { docsSections, pathOf } from './catalogue.ts'
import type { DocsPage } from './docs-frame.ts'
import { documentAt, documentPaths, titles } from './documents.ts'
import { errorsPath } from './errors-page.ts'
import { referencePaths } from './reference/reference-paths.ts'

/** Paths of all documentation pages that search engines can index. */
export const docsPaths: readonly string[] = ['/docs', ...referencePaths, errorsPath, ...documentPaths]

/** Former document paths and their current paths. */
export const movedPaths: ReadonlyMap<string, string> = new Map([['/docs/self-hosting', '/docs/operators']])

/** Common tasks of readers, each with the guide for it. A guide that is not installed has no page and no task. */
const tasks = [
  {
    title: 'Check a repository',
    about: 'Install the GitHub App. It checks every push and pull request.',
    path: '/docs/repository-owners',
  },
  {
    title: 'Scan in a workflow',
    about: 'Add one step to GitHub Actions. It needs no account and no secret.',
    path: '/docs/workflow-authors',
  },
  {
    title: 'Call the API',
    about: 'Start scans and read findings from your own program.',
    path: '/docs/api-users',
  },
  {
    title: 'Run your own service',
    about: 'Install Assay, configure it, and connect it to GitHub.',
    path: '/docs/operators',
  },
  {
    title: 'Improve your MCP server',
    about: 'Claim your server, fix its findings, and show its badge.',
    path: '/docs/server-maintainers',
  },
]

/** Returns the start page of the documentation, which links to all other pages. */
export function docsPage(): DocsPage {
  const installed = tasks.filter(({ path }) => documentPaths.includes(path))
  return {
    path: '/docs',
    title: 'Documentation',
    about: 'Guides, how-tos, reference, and explanations.',
    content: html`
      <div>
        <h1>Documentation</h1>
        <p class="lead">
          Assay scans MCP servers, packages, and repositories for vulnerabilities without running their code.
        </p>
      </div>
      ${
        installed.length > 0 &&
        html`
          <section class="card">
            <h2>What do you want to do?</h2>
            <ul class="docs-tasks">
              ${installed.map(({ title, about, path }) => html`<li><a href=${path}>${title}</a><p>${about}</p></li>`)}
            </ul>
          </section>
        `
      }
      ${docsSections.map(
        ({ title, entries }) =>
          html`
            <section class="card">
              <h2>${title}</h2>
              <dl class="docs-list">
                ${entries.map((entry) => {
                  const path = pathOf(entry)
                  return html`<div><dt><a href=${path}>${titles.get(path)}</a></dt><dd>${entry.about}</dd></div>`
                })}
              </dl>
            </section>
          `,
      )}
    `,
  }
}

/** Returns a document's page, or undefined if the document does not exist. */
export function documentPage(path: string): DocsPage | undefined {
  const document = documentAt(path)
  if (document === undefined) return undefined
  const { title, about, sections, html: text } = document
  return {
    path,
    title,
    about,
    headings: sections,
    content: html`<article class="card prose" dangerouslySetInnerHTML=${{ __html: text }}></article>`,
  }
}
