import type { VNode } from 'preact'
import { type Content, html } from '../../html.ts'
import type { Endpoint } from '../../../api/endpoint.ts'
import { openApiPathOf } from '../../../api/openapi.ts'
import { fieldRows } from '../../../api/reference/field-rows.ts'
import type { NamedSchemas } from '../../../api/reference/json-schema.ts'
import type { OpenApiDocument, Operation } from '../../../api/reference/openapi-document.ts'
import { markedText } from '../../parts/marked-text.ts'
import { endpointSection } from './endpoint-section.ts'
import { fieldTable, shapeId } from './field-table.ts'

/** Returns one group's endpoints as collapsed sections. */
export function endpointSections(
  { paths, components }: OpenApiDocument,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): VNode {
  const parts = { named: components.schemas ?? {}, publicUrl }
  return html`
    <section class="card">
      ${endpoints.map((endpoint) =>
        endpointSection(endpoint, paths[openApiPathOf(endpoint)]?.[endpoint.method], parts),
      )}
    </section>
  ` as VNode
}

/** Returns the webhook events as collapsed sections. */
export function eventSections({ webhooks, components }: OpenApiDocument): VNode {
  return html`
    <section class="card">
      ${Object.entries(webhooks).map(([name, { post }]) => eventSection(name, post, components.schemas ?? {}))}
    </section>
  ` as VNode
}

/** Returns an event's anchor. */
export function eventId(name: string): string {
  return `event-${name}`
}

function eventSection(
  name: string,
  { summary, description, requestBody }: Omit<Operation, 'tags'>,
  named: NamedSchemas,
): Content {
  const { schema, example } = requestBody?.content['application/json'] ?? {}
  return html`
    <details class="fold">
      <summary>
        <h2><code>${name}</code></h2>${' '}
        <span class="quiet">${summary}</span>
      </summary>
      <div id=${eventId(name)}>
        <p>${markedText(description)} <a href=${`#${eventId(name)}`}>Link to this event</a></p>
        ${schema?.properties?.data && fieldTable(fieldRows(schema.properties.data, named))}
        <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
      </div>
    </details>
  `
}

/** Returns the names of the schemas that have a table, in alphabetical order. */
export function shownSchemas({ components }: OpenApiDocument): string[] {
  return Object.entries(components.schemas ?? {})
    .flatMap(([name, schema]) => (schema.properties ? [name] : []))
    .toSorted()
}

/** Returns the schemas of objects in responses as collapsed sections. */
export function schemaSections(document: OpenApiDocument): VNode {
  const named = document.components.schemas ?? {}
  return html`
    <section class="card">
      ${shownSchemas(document).map((name) => {
        const schema = named[name] ?? {}
        return html`
          <details class="fold">
            <summary><h2>${name}</h2></summary>
            <div id=${shapeId(name)}>
              <p>${markedText(schema.description ?? '')} <a href=${`#${shapeId(name)}`}>Link to this schema</a></p>
              ${fieldTable(fieldRows(schema, named))}
            </div>
          </details>
        `
      })}
    </section>
  ` as VNode
}
