import { existsSync, readFileSync } from 'node:fs'
import { html } from '../html.ts'
import type { Content, Page } from '../layout.ts'
import { errorsPath } from './errors-page.ts'
import { renderMarkdown, titleOf } from './markdown.ts'
import { referencePath } from './reference/reference-page.ts'

/** A document that has a page. */
interface Document {
  /** Of its file and its page. */
  readonly name: string
  /** What is in it, for whoever looks for something. */
  readonly about: string
}

/** Documents that have pages, in the order in which they are shown; those that were not installed are left out. */
const documents: readonly Document[] = (
  [
    { name: 'webhooks', about: 'events, signatures, deliveries and how they are tried again' },
    { name: 'scoring', about: 'how findings become a score and a grade' },
    { name: 'detection', about: 'what is found and what is missed, in figures' },
    { name: 'advisories', about: 'how advisories that come later move scores without another scan' },
    { name: 'registry', about: 'receipts, the generic registry API, badges, and what maintainers can do' },
    { name: 'github-app', about: 'check runs on commits and pull requests' },
    { name: 'project-settings', about: 'the file assay.yml, comments in code, and what of both is trusted' },
    { name: 'versioning', about: 'what stays as it is, and how something goes away' },
  ] as const
).filter(({ name }) => existsSync(fileOf(name)))

/** Addresses of the documents. */
export const documentPaths: readonly string[] = documents.map(({ name }) => `/docs/${name}`)

/** Addresses of all pages of documentation that search engines may list. */
export const docsPaths: readonly string[] = ['/docs', referencePath, errorsPath, ...documentPaths]

/** Leads to everything that there is to read. */
export function docsPage(): Page {
  return {
    title: 'Documentation',
    description: 'The API, webhooks, scoring, detection figures and everything else about this service.',
    canonicalPath: '/docs',
    section: 'docs',
    content: html`
      <h1>Documentation</h1>
      <section class="card">
        <h2>For programs</h2>
        <ul>
          <li><a href=${referencePath}>API reference</a>: every endpoint and event, for people</li>
          <li><a href="/api/v1/openapi.json">OpenAPI 3.1</a>: the same for programs</li>
          <li><a href=${errorsPath}>Errors</a>: what each code means and what to do</li>
        </ul>
      </section>
      <section class="card">
        <h2>How it works</h2>
        <ul>
          ${documents.map(
            ({ name, about }) =>
              html`<li><a href=${`/docs/${name}`}>${titleOf(texts.get(name) ?? '')}</a>: ${about}</li>`,
          )}
          <li><a href="/rules">Rules</a>: what is looked for, with examples</li>
        </ul>
      </section>
    ` as Content,
  }
}

/** A document as a page; undefined where there is none. */
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
      ` as Content,
  }
}

function fileOf(name: string): URL {
  return new URL(`../../../../docs/${name}.md`, import.meta.url)
}

/** The documents, read once: a new version of the service has new ones. */
const texts = new Map(documents.map(({ name }) => [name, readFileSync(fileOf(name), 'utf8')]))

/** Documents lead to each other by their files; files of the source have no page. */
function linkOf(address: string): string | undefined {
  if (/^(?:https?:\/\/|\/|#)/.test(address)) return address
  const [, name, anchor = ''] = /^(?:\.\.?\/)?(?:docs\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(address) ?? []
  return name !== undefined && texts.has(name) ? `/docs/${name}${anchor}` : undefined
}
