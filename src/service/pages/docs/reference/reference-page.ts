import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { type Content, html } from '../../html.ts'
import { endpoints as catalogue } from '../../../api/catalogue.ts'
import type { Endpoint } from '../../../api/endpoint.ts'
import { openApiDocument, openApiPath } from '../../../api/openapi.ts'
import type { OpenApiDocument } from '../../../api/reference/openapi-document.ts'
import { markedText } from '../../parts/marked-text.ts'
import type { DocsPage } from '../docs-frame.ts'
import { errorsPath } from '../errors-page.ts'
import { shapeAddress, shapeId } from './field-table.ts'
import { eventsPath, referencePath, resourcePath, schemasPath } from './reference-paths.ts'
import { endpointSections, eventId, eventSections, schemaSections, shownSchemas } from './resource-pages.ts'

/**
 * Returns the API reference pages by path: the table of contents, one page per endpoint group, the events, and the
 * schemas. They are generated from the endpoint catalogue and the OpenAPI document. They are rendered only once,
 * because rendering takes about 300 ms of CPU time.
 */
export function referencePages(
  publicUrl: string,
  endpoints: readonly Endpoint[] = catalogue,
): ReadonlyMap<string, DocsPage> {
  const document = openApiDocument(publicUrl, endpoints)
  const ofTag = (name: string) => endpoints.filter(({ tag }) => tag === name)
  return new Map([
    [
      referencePath,
      referencePage({
        title: 'API reference',
        path: referencePath,
        about: 'All API endpoints and events, with parameters, responses, and errors.',
        content: contents(document, ofTag),
      }),
    ],
    ...document.tags.map(({ name, description }): [string, DocsPage] => [
      resourcePath(name),
      referencePage({
        title: `API: ${name}`,
        path: resourcePath(name),
        about: description,
        content: endpointSections(document, ofTag(name), publicUrl),
      }),
    ]),
    [
      eventsPath,
      referencePage({
        title: 'API: events',
        path: eventsPath,
        about:
          'Assay sends these events to webhooks as signed POST requests. All events use the same envelope. The ' +
          'tables describe its data field.',
        content: eventSections(document),
      }),
    ],
    [
      schemasPath,
      referencePage({
        title: 'API: schemas',
        path: schemasPath,
        about: 'Objects that several responses contain.',
        content: schemaSections(document),
      }),
    ],
  ])
}

/** Parts of a reference page. */
interface ReferencePage {
  readonly title: string
  readonly path: string
  /** Plain-text description of the page. */
  readonly about: string
  readonly content: VNode
}

function referencePage({ title, path, about, content }: ReferencePage): DocsPage {
  const isContents = path === referencePath
  return {
    path,
    title,
    about,
    content: html`
      ${!isContents && html`<div><h1>${title}</h1><p class="lead">${about}</p></div>`}
      <div class="stack reference" dangerouslySetInnerHTML=${{ __html: render(content) }}></div>
    `,
  }
}

/**
 * Returns the list of all endpoints, events, and schemas. Each entry keeps the anchor that it had when the reference
 * was a single page, so older links lead to the entry.
 */
function contents(document: OpenApiDocument, ofTag: (name: string) => readonly Endpoint[]): VNode {
  const { info, tags: groups, webhooks } = document
  return html`
    <section class="card">
      <h1>API reference</h1>
      <p class="lead">${info.title} ${info.version}. ${markedText(info.description)}</p>
      <p>
        See also the <a href=${openApiPath}>OpenAPI 3.1</a> document and the list of <a href=${errorsPath}>errors</a>.
      </p>
      <p>
        Send an API key as <code>Authorization: Bearer KEY</code> or <code>X-API-Key: KEY</code>. Every request counts
        against two limits: one per 15 minutes and one per day. <code>X-RateLimit-Remaining</code> contains the number
        of remaining requests for whichever limit has fewer. Responses with status 304 are free.
      </p>
    </section>
    <nav class="card contents" aria-label="API reference">
      ${groups.map(
        ({ name, description }) =>
          html`
            <h2 id=${name}><a href=${resourcePath(name)}>${name}</a></h2>
            <p class="quiet">${description}</p>
            <ul>${ofTag(name).map(linkedEndpoint)}</ul>
          `,
      )}
      <h2 id="events"><a href=${eventsPath}>events</a></h2>
      <ul>
        ${Object.entries(webhooks).map(([name, { post }]) =>
          linkedEntry(eventId(name), `${eventsPath}#${eventId(name)}`, html`<code>${name}</code>`, post.summary),
        )}
      </ul>
      <h2 id="shapes"><a href=${schemasPath}>schemas</a></h2>
      <ul class="tags">
        ${shownSchemas(document).map((name) => linkedEntry(shapeId(name), shapeAddress(name), name))}
      </ul>
    </nav>
  ` as VNode
}

function linkedEndpoint({ id, tag, method, path, summary }: Endpoint): Content {
  return linkedEntry(id, `${resourcePath(tag)}#${id}`, html`<code>${method.toUpperCase()} ${path}</code>`, summary)
}

function linkedEntry(id: string, address: string, name: Content, summary?: string): Content {
  return html`
    <li id=${id}>
      <a href=${address}>${name}</a>${summary !== undefined && html` <span class="quiet">${summary}</span>`}
    </li>
  `
}
