import { existsSync, readFileSync } from 'node:fs'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { designPath } from './design/design-page.ts'
import { errorsPath } from './errors-page.ts'
import { renderMarkdown, titleOf } from './markdown.ts'
import { referencePath } from './reference/field-table.ts'
import { referencePaths } from './reference/reference-page.ts'

/** A document with a page on the website. */
interface Document {
  /** Name of the file and of the page. */
  readonly name: string
  /** Summary of the content. */
  readonly about: string
}

/** Documents with pages, in the order of the list. Documents that are not installed are skipped. */
const documents: readonly Document[] = (
  [
    { name: 'targets', about: 'packages, repositories, lockfiles, and configuration that Assay can scan' },
    { name: 'command-line', about: 'commands, options, exit codes, and output formats' },
    { name: 'library', about: 'how to use the engine in your own program' },
    { name: 'webhooks', about: 'events, signatures, deliveries, and retries' },
    { name: 'scoring', about: 'how findings become a score and a grade' },
    { name: 'detection', about: 'measured detection rates and known gaps' },
    { name: 'advisories', about: 'how later advisories change scores without a new scan' },
    { name: 'registry', about: 'receipts, the generic registry API, badges, and maintainer features' },
    { name: 'github-app', about: 'check runs on commits and pull requests' },
    { name: 'project-settings', about: 'settings in assay.yml and in code comments, and when Assay trusts them' },
    { name: 'versioning', about: 'compatibility and deprecation' },
    { name: 'self-hosting', about: 'how to run your own service in production' },
    { name: 'offline', about: 'scans without internet access' },
  ] as const
).filter(({ name }) => existsSync(fileOf(name)))

/** Paths of the documents. */
export const documentPaths: readonly string[] = documents.map(({ name }) => `/docs/${name}`)

/** Paths of all documentation pages that search engines can index. */
export const docsPaths: readonly string[] = ['/docs', ...referencePaths, errorsPath, ...documentPaths]

/** Returns the page that links to all documentation. */
export function docsPage(): Page {
  return {
    title: 'Documentation',
    description: 'Documentation for the API, webhooks, scoring, detection rates, and the GitHub App.',
    canonicalPath: '/docs',
    section: 'docs',
    content: html`
      <h1>Documentation</h1>
      <section class="card">
        <h2>API</h2>
        <ul>
          <li><a href=${referencePath}>API reference</a>: every endpoint and event</li>
          <li><a href="/api/v1/openapi.json">OpenAPI 3.1</a>: the machine-readable description of the API</li>
          <li><a href=${errorsPath}>Errors</a>: what each error code means and how to resolve the error</li>
        </ul>
      </section>
      <section class="card">
        <h2>Guides</h2>
        <ul>
          ${documents.map(
            ({ name, about }) =>
              html`<li><a href=${`/docs/${name}`}>${titleOf(texts.get(name) ?? '')}</a>: ${about}</li>`,
          )}
          <li><a href="/rules">Rules</a>: what Assay looks for, with examples</li>
          <li><a href=${designPath}>Design</a>: the parts of this website</li>
        </ul>
      </section>
    `,
  }
}

/** Returns the page of a document, or undefined if the document does not exist. */
export function documentPage(name: string): Page | undefined {
  const text = texts.get(name)
  if (text === undefined) return undefined
  return {
    title: titleOf(text),
    canonicalPath: `/docs/${name}`,
    section: 'docs',
    content: html`
        <p class="crumbs"><a href="/docs">Documentation</a></p>
        <section class="card prose">${renderMarkdown(text, linkOf)}</section>
      `,
  }
}

function fileOf(name: string): URL {
  return new URL(`../../../../docs/${name}.md`, import.meta.url)
}

/** The texts of the documents. They change only with the version of the service, so they are read once. */
const texts = new Map(documents.map(({ name }) => [name, readFileSync(fileOf(name), 'utf8')]))

/** Returns the page for a link between documents, or undefined for links to source files, which have no page. */
function linkOf(address: string): string | undefined {
  if (/^(?:https?:\/\/|\/|#)/.test(address)) return address
  const [, name, anchor = ''] = /^(?:\.\.?\/)?(?:docs\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(address) ?? []
  return name !== undefined && texts.has(name) ? `/docs/${name}${anchor}` : undefined
}
