import { type Content, html } from '../../html.ts'
import { apiErrors } from '../../../api/api-error.ts'
import type { Endpoint } from '../../../api/endpoint.ts'
import { type FieldRow, fieldRows, typeText } from '../../../api/reference/field-rows.ts'
import type { NamedSchemas } from '../../../api/reference/json-schema.ts'
import type { Operation } from '../../../api/reference/openapi-document.ts'
import { errorCodesOf } from '../../../api/reference/responses.ts'
import { markedText } from '../../parts/marked-text.ts'
import { errorsPath } from '../errors-page.ts'
import { fieldTable } from './field-table.ts'

/** Data for endpoint sections. */
export interface ReferenceParts {
  readonly named: NamedSchemas
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
}

/**
 * Returns a collapsed section about one endpoint: description, permission, parameters, response, errors, and a sample
 * request. The anchor is inside the collapsed part, so a link to it expands the section.
 */
export function endpointSection(
  endpoint: Endpoint,
  operation: Operation | undefined,
  { named, publicUrl }: ReferenceParts,
): Content {
  const { id, method, path, summary, description, deprecation, status } = endpoint
  const body = operation?.requestBody?.content['application/json']
  const content = operation?.responses[status]?.content ?? {}
  const [answer] = Object.values(content)
  const fields = answer?.schema.properties?.data ?? answer?.schema
  const parameters = (operation?.parameters ?? []).map((parameter): FieldRow => ({
    name: parameter.name,
    type: `${parameter.in}: ${typeText(parameter.schema, named)}`,
    isRequired: parameter.required ?? false,
    description: parameter.description ?? '',
    shape: undefined,
  }))
  return html`
    <details class="fold">
      <summary>
        <h2><code>${method.toUpperCase()} ${path}</code></h2>${' '}
        <span class="quiet">${summary}</span>
      </summary>
      <article id=${id}>
      <p>${markedText(description)} <a href=${`#${id}`}>Link to this endpoint</a></p>
      ${
        deprecation &&
        html`
          <p class="problem">
            Deprecated since ${deprecation.since}. The endpoint stops working on ${deprecation.sunset}. Read
            the <a href=${deprecation.guide}>migration guide</a>.
          </p>
        `
      }
      <p>${permissionText(endpoint)}</p>
      ${parameters.length > 0 && html`<h3>Parameters</h3>${fieldTable(parameters)}`}
      ${body && html`<h3>Request body</h3>${fieldTable(fieldRows(body.schema, named))}`}
      <h3>Request</h3>
      <pre tabindex="0"><code>${curlOf(endpoint, operation, publicUrl)}</code></pre>
      <h3>Response <code>${status}</code> ${Object.keys(content).map((type) => html`<code>${type}</code> `)}</h3>
      ${fields && fieldTable(fieldRows(fields, named))}
      ${
        answer?.example !== undefined &&
        html`<pre tabindex="0"><code>${JSON.stringify(answer.example, null, 2)}</code></pre>`
      }
      <h3>Errors</h3>
      <ul>
        ${[...errorCodesOf(endpoint)].map(
          (name) =>
            html`
              <li>
                <a href=${`${errorsPath}#${name}`}><code>${apiErrors[name].status} ${name}</code></a>${' '}
                ${markedText(apiErrors[name].meaning)}
              </li>
            `,
        )}
      </ul>
      </article>
    </details>
  `
}

function permissionText({ permission, method, needsFreshSession }: Endpoint): Content {
  if (permission === 'anyone') return 'Requires no API key.'
  const session = [
    'or a signed-in browser session.',
    ...(needsFreshSession ? ['You must have signed in within the last hour.'] : []),
    ...(method === 'get' ? [] : ["Browser sessions can call this endpoint only from this service's own pages."]),
  ].join(' ')
  return permission === 'any key'
    ? `Requires an API key with any permission, ${session}`
    : html`Requires an API key with the <code>${permission}</code> permission, ${session}`
}

/** Returns a request as a curl command for Bash. */
function curlOf(endpoint: Endpoint, operation: Operation | undefined, publicUrl: string): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(operation?.parameters?.find((parameter) => parameter.name === name)?.schema.examples?.[0] ?? name),
  )
  const body = operation?.requestBody?.content['application/json']?.example
  const lines = [
    `curl -sS ${endpoint.method === 'get' ? '' : `-X ${endpoint.method.toUpperCase()} `}'${publicUrl}${path}'`,
    ...(endpoint.permission === 'anyone' ? [] : ['-H "X-API-Key: $ASSAY_KEY"']),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}
