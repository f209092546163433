import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { apiErrors } from './api-error.ts'
import { endpoints as catalogue } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiDocument, openApiPath, openApiPathOf } from './openapi.ts'
import { type FieldRow, fieldRows, typeText } from './reference/field-rows.ts'
import type { NamedSchemas } from './reference/json-schema.ts'
import type { Operation } from './reference/openapi-document.ts'
import { errorCodesOf } from './reference/responses.ts'
import { styleSheetPath } from './reference/style-sheet.ts'

type Content = VNode | VNode[] | string | undefined

/** The reference of the API as a page: made from the catalogue and the document, without scripts. */
export function referencePage(publicUrl: string, endpoints: readonly Endpoint[] = catalogue): string {
  const document = openApiDocument(publicUrl, endpoints)
  const named = document.components.schemas ?? {}
  const sections = document.tags.map(({ name, description }) => html`
    <section><h2 id=${name}>${name}</h2><p>${description}</p>
    ${endpoints.filter(({ tag }) => tag === name).map((endpoint) => endpointSection(endpoint, document.paths[openApiPathOf(endpoint)]?.[endpoint.method], named, publicUrl))}</section>`)
  const shapes = Object.entries(named).filter(([, schema]) => schema.properties)
  return page('API reference', html`
    <h1>API reference</h1>
    <p>${document.info.title} ${document.info.version}. ${text(document.info.description)}</p>
    <p>The same for programs: <a href=${openApiPath}>OpenAPI 3.1</a>. <a href="/docs/errors">Errors</a> and what to do about them.</p>
    <p>Send a key as ${code('Authorization: Bearer KEY')} or ${code('X-API-Key: KEY')}. A request counts in two windows, of 15 minutes and of a day; ${code('X-RateLimit-Remaining')} tells what is left of the one that blocks first. Answers with 304 cost nothing.</p>
    <nav><ul>${endpoints.map((endpoint) => html`<li><a href=${`#${endpoint.id}`}>${code(`${endpoint.method.toUpperCase()} ${endpoint.path}`)}</a> ${endpoint.summary}</li>`)}</ul></nav>
    ${sections}
    <section><h2 id="events">Events</h2><p>What receivers of webhooks are sent by POST, signed. The envelope is always the same; the tables say what ${code('data')} has.</p>
    ${Object.entries(document.webhooks).map(([name, { post }]) => eventSection(name, post, named))}</section>
    <h2 id="shapes">Shapes</h2>
    ${shapes.map(([name, schema]) => html`<section><h3 id=${`shape-${name}`}>${name}</h3><p>${text(schema.description ?? '')}</p>${fieldTable(fieldRows(schema, named))}</section>`)}`)
}

function page(title: string, content: Content): string {
  const tree = html`<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title} · Assay</title><link rel="stylesheet" href=${styleSheetPath} /></head><body><p><a href="/docs">Documentation</a></p>${content}</body></html>`
  return `<!doctype html>${render(tree as VNode)}`
}

function endpointSection(endpoint: Endpoint, operation: Operation | undefined, named: NamedSchemas, publicUrl: string): Content {
  const { id, method, path, summary, description, permission, deprecation, status } = endpoint
  const body = operation?.requestBody?.content['application/json']
  const [mediaType, answer] = Object.entries(operation?.responses[status]?.content ?? {})[0] ?? []
  const data = answer?.schema.properties?.data ?? answer?.schema
  const parameters = (operation?.parameters ?? []).map((parameter): FieldRow => ({ name: parameter.name, type: `${parameter.in}: ${typeText(parameter.schema, named)}`, isRequired: parameter.required ?? false, description: parameter.description ?? '', shape: undefined }))
  return html`<article>
    <h3 id=${id}><a href=${`#${id}`}>${code(`${method.toUpperCase()} ${path}`)}</a></h3>
    <p><strong>${summary}.</strong> ${text(description)}</p>
    ${deprecation && html`<p class="warning">Goes away: not to be used since ${deprecation.since}, gone on ${deprecation.sunset}. <a href=${deprecation.guide}>What to use instead</a></p>`}
    <p>${permission === 'anyone' ? 'Needs no key.' : permission === 'any key' ? 'Needs a key, whatever its permissions.' : html`Needs a key with the permission ${code(permission)}.`}</p>
    ${parameters.length > 0 && html`<h4>Parameters</h4>${fieldTable(parameters)}`}
    ${body && html`<h4>Body</h4>${fieldTable(fieldRows(body.schema, named))}`}
    <pre tabindex="0"><code>${curlOf(endpoint, operation, publicUrl)}</code></pre>
    <h4>Answer</h4><p>${code(`${status} ${mediaType ?? ''}`)}</p>
    ${data && fieldTable(fieldRows(data, named))}
    ${answer?.example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(answer.example, null, 2)}</code></pre>`}
    <h4>Errors</h4><ul>${[...errorCodesOf(endpoint)].map((name) => html`<li><a href=${`/docs/errors#${name}`}>${code(`${apiErrors[name].status} ${name}`)}</a> ${text(apiErrors[name].meaning)}</li>`)}</ul>
  </article>` as VNode
}

function eventSection(name: string, { summary, description, requestBody }: Omit<Operation, 'tags'>, named: NamedSchemas): Content {
  const { schema, example } = requestBody?.content['application/json'] ?? {}
  return html`<h3 id=${`event-${name}`}><a href=${`#event-${name}`}>${code(name)}</a></h3>
    <p><strong>${summary}.</strong> ${text(description)}</p>
    ${schema?.properties?.data && fieldTable(fieldRows(schema.properties.data, named))}
    <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>` as VNode
}

/** A request that can be copied into a shell with bash. */
function curlOf(endpoint: Endpoint, operation: Operation | undefined, publicUrl: string): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(operation?.parameters?.find((parameter) => parameter.name === name)?.schema.examples?.[0] ?? name))
  const body = operation?.requestBody?.content['application/json']?.example
  const lines = [
    `curl -sS ${endpoint.method === 'get' ? '' : `-X ${endpoint.method.toUpperCase()} `}'${publicUrl}${path}'`,
    ...(endpoint.permission === 'anyone' ? [] : ['-H "X-API-Key: $ASSAY_KEY"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

function fieldTable(rows: readonly FieldRow[]): Content {
  if (rows.length === 0) return undefined
  return html`<table><thead><tr><th>name</th><th>type</th><th>means</th></tr></thead><tbody>${rows.map(({ name, type, isRequired, description, shape }) => html`<tr><td>${code(name)}${isRequired ? '' : ' (optional)'}</td><td>${shape === undefined ? type : html`<a href=${`#shape-${shape}`}>${type.startsWith('array') ? `array of ${shape}` : shape}</a>`}</td><td>${text(description)}</td></tr>`)}</tbody></table>` as VNode
}

const code = (content: string) => html`<code>${content}</code>` as VNode

/** Text in which backticks mark code. */
function text(content: string): Content {
  return content.split('`').map((part, index) => (index % 2 === 1 ? code(part) : (html`<span>${part}</span>` as VNode)))
}
