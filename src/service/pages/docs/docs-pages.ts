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
  /** Folder of the file. */
  readonly folder: 'guides' | 'how-to' | 'reference' | 'explanation'
  /** Name of the file and of the page. */
  readonly name: string
  /** Summary of the content. */
  readonly about: string
}

/** Documents with pages, in the order of the list. Documents that are not installed are skipped. */
const documents: readonly Document[] = (
  [
    {
      folder: 'reference',
      name: 'targets',
      about: 'packages, repositories, lockfiles, and configuration that Assay can scan',
    },
    { folder: 'reference', name: 'command-line', about: 'commands, options, exit codes, and output formats' },
    { folder: 'how-to', name: 'library', about: 'how to use the engine in your own program' },
    { folder: 'reference', name: 'webhooks', about: 'events, signatures, deliveries, and retries' },
    { folder: 'explanation', name: 'scoring', about: 'how findings become a score and a grade' },
    { folder: 'explanation', name: 'detection', about: 'measured detection rates and known gaps' },
    { folder: 'explanation', name: 'advisories', about: 'how later advisories change scores without a new scan' },
    {
      folder: 'explanation',
      name: 'registry',
      about: 'receipts, the generic registry API, badges, and maintainer features',
    },
    { folder: 'reference', name: 'github-app', about: 'check runs on commits and pull requests' },
    {
      folder: 'reference',
      name: 'project-settings',
      about: 'settings in assay.yml and in code comments, and when Assay trusts them',
    },
    { folder: 'reference', name: 'versioning', about: 'compatibility and deprecation' },
    { folder: 'guides', name: 'operators', about: 'how to run your own service in production' },
    { folder: 'how-to', name: 'offline', about: 'scans without internet access' },
  ] as const
).filter((document) => existsSync(fileOf(document)))

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

function fileOf({ folder, name }: Document): URL {
  return new URL(`../../../../docs/${folder}/${name}.md`, import.meta.url)
}

/** The texts of the documents. They change only with the version of the service, so they are read once. */
const texts = new Map(documents.map((document) => [document.name, readFileSync(fileOf(document), 'utf8')]))

/** Returns the page for a link between documents, or undefined for links to source files, which have no page. */
function linkOf(address: string): string | undefined {
  if (/^(?:https?:\/\/|\/|#)/.test(address)) return address
  const [, name, anchor = ''] = /^(?:[\w.-]+\/){0,9}([\w-]+)\.md(#[\w-]+)?$/.exec(address) ?? []
  return name !== undefined && texts.has(name) ? `/docs/${name}${anchor}` : undefined
}
