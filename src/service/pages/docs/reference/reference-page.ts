import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { type Content, html } from '../../html.ts'
import { endpoints as catalogue } from '../../../api/catalogue.ts'
import type { Endpoint } from '../../../api/endpoint.ts'
import { openApiDocument, openApiPath, openApiPathOf } from '../../../api/openapi.ts'
import { fieldRows } from '../../../api/reference/field-rows.ts'
import type { NamedSchemas } from '../../../api/reference/json-schema.ts'
import type { OpenApiDocument, Operation } from '../../../api/reference/openapi-document.ts'
import type { Page } from '../../layout.ts'
import { markedText } from '../../parts/marked-text.ts'
import { errorsPath } from '../errors-page.ts'
import { endpointSection } from './endpoint-section.ts'
import { fieldTable, shapeId } from './field-table.ts'

/** Path of the API reference. */
export const referencePath = '/docs/api'

/**
 * Returns the page of the API reference, built from the endpoint catalogue and the OpenAPI document. The result is
 * rendered here once, because rendering takes about 300 ms of CPU time.
 */
export function referencePage(publicUrl: string, endpoints: readonly Endpoint[] = catalogue): Page {
  const document = openApiDocument(publicUrl, endpoints)
  const rendered = [
    introduction(document, endpoints),
    ...groups(document, endpoints, publicUrl),
    events(document),
    shapes(document),
  ]
    .map((part) => render(part))
    .join('')
  return {
    title: 'API reference',
    description: 'All API endpoints and events, with parameters, responses, and errors.',
    canonicalPath: referencePath,
    section: 'docs',
    content: html`
        <p class="crumbs"><a href="/docs">Documentation</a></p>
        <div class="stack reference" dangerouslySetInnerHTML=${{ __html: rendered }}></div>
      `,
  }
}

function introduction({ info, tags }: OpenApiDocument, endpoints: readonly Endpoint[]): VNode {
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
      <nav aria-label="Endpoints">
        ${tags.map(
          ({ name }) =>
            html`
              <h2><a href=${`#${name}`}>${name}</a></h2>
              <ul>${endpoints.filter(({ tag }) => tag === name).map(linked)}</ul>
            `,
        )}
        <h2>events and schemas</h2>
        <ul>
          <li><a href="#events">events</a> <span class="quiet">webhook events</span></li>
          <li><a href="#shapes">schemas</a> <span class="quiet">objects in responses</span></li>
        </ul>
      </nav>
    </section>
  ` as VNode
}

function linked({ id, method, path, summary }: Endpoint): Content {
  return html`
    <li><a href=${`#${id}`}><code>${method.toUpperCase()} ${path}</code></a> <span class="quiet">${summary}</span></li>
  `
}

function groups(
  { tags, paths, components }: OpenApiDocument,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): VNode[] {
  const parts = { named: components.schemas ?? {}, publicUrl }
  return tags.map(
    ({ name, description }) =>
      html`
        <section class="card">
          <h2 id=${name}>${name}</h2>
          <p>${description}</p>
          ${endpoints
            .filter(({ tag }) => tag === name)
            .map((endpoint) => endpointSection(endpoint, paths[openApiPathOf(endpoint)]?.[endpoint.method], parts))}
        </section>
      ` as VNode,
  )
}

function events({ webhooks, components }: OpenApiDocument): VNode {
  return html`
    <section class="card">
      <h2 id="events">events</h2>
      <p>
        Assay sends these events to webhooks as signed POST requests. All events use the same envelope. The tables
        describe its <code>data</code> field.
      </p>
      ${Object.entries(webhooks).map(([name, { post }]) => eventSection(name, post, components.schemas ?? {}))}
    </section>
  ` as VNode
}

function eventSection(
  name: string,
  { summary, description, requestBody }: Omit<Operation, 'tags'>,
  named: NamedSchemas,
): Content {
  const { schema, example } = requestBody?.content['application/json'] ?? {}
  return html`<div class="event"><h3 id=${`event-${name}`}><a href=${`#event-${name}`}><code>${name}</code></a></h3>
    <p><strong>${summary}.</strong> ${markedText(description)}</p>
    ${schema?.properties?.data && fieldTable(fieldRows(schema.properties.data, named))}
    <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></div>`
}

function shapes({ components }: OpenApiDocument): VNode {
  const named = components.schemas ?? {}
  const shown = Object.entries(named).filter(([, schema]) => schema.properties)
  return html`
    <section class="card">
      <h2 id="shapes">schemas</h2>
      ${shown.map(
        ([name, schema]) =>
          html`
            <div class="event">
              <h3 id=${shapeId(name)}>${name}</h3>
              <p>${markedText(schema.description ?? '')}</p>
              ${fieldTable(fieldRows(schema, named))}
            </div>
          `,
      )}
    </section>
  ` as VNode
}
