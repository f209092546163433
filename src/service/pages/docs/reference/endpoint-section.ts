import { html } from '../../html.ts'
import { apiErrors } from '../../../api/api-error.ts'
import type { Endpoint } from '../../../api/endpoint.ts'
import { type FieldRow, fieldRows, typeText } from '../../../api/reference/field-rows.ts'
import type { NamedSchemas } from '../../../api/reference/json-schema.ts'
import type { Operation } from '../../../api/reference/openapi-document.ts'
import { errorCodesOf } from '../../../api/reference/responses.ts'
import type { Content } from '../../layout.ts'
import { markedText } from '../../parts/marked-text.ts'
import { errorsPath } from '../errors-page.ts'
import { fieldTable } from './field-table.ts'

/** What the sections of endpoints are made of. */
export interface ReferenceParts {
  readonly named: NamedSchemas
  /** Without trailing slash. */
  readonly publicUrl: string
}

/** One endpoint: what it does, who may call it, what it takes and answers, and a request to copy. */
export function endpointSection(
  endpoint: Endpoint,
  operation: Operation | undefined,
  { named, publicUrl }: ReferenceParts,
): Content {
  const { id, method, path, summary, description, deprecation, status } = endpoint
  const body = operation?.requestBody?.content['application/json']
  const [mediaType, answer] = Object.entries(operation?.responses[status]?.content ?? {})[0] ?? []
  const fields = answer?.schema.properties?.data ?? answer?.schema
  const parameters = (operation?.parameters ?? []).map((parameter): FieldRow => ({
    name: parameter.name,
    type: `${parameter.in}: ${typeText(parameter.schema, named)}`,
    isRequired: parameter.required ?? false,
    description: parameter.description ?? '',
    shape: undefined,
  }))
  return html`
    <article>
      <h3 id=${id}><a href=${`#${id}`}><code>${method.toUpperCase()} ${path}</code></a></h3>
      <p><strong>${summary}.</strong> ${markedText(description)}</p>
      ${
        deprecation &&
        html`
          <p class="problem">
            Goes away: not to be used since ${deprecation.since}, gone
            on ${deprecation.sunset}. <a href=${deprecation.guide}>What to use instead</a>
          </p>
        `
      }
      <p>${whoMayCall(endpoint)}</p>
      ${parameters.length > 0 && html`<h4>Parameters</h4>${fieldTable(parameters)}`}
      ${body && html`<h4>Body</h4>${fieldTable(fieldRows(body.schema, named))}`}
      <h4>Request</h4>
      <pre tabindex="0"><code>${curlOf(endpoint, operation, publicUrl)}</code></pre>
      <h4>Answer <code>${status}</code> ${mediaType !== undefined && html`<code>${mediaType}</code>`}</h4>
      ${fields && fieldTable(fieldRows(fields, named))}
      ${
        answer?.example !== undefined &&
        html`<pre tabindex="0"><code>${JSON.stringify(answer.example, null, 2)}</code></pre>`
      }
      <h4>Errors</h4>
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
  ` as Content
}

function whoMayCall({ permission, method, needsFreshSession }: Endpoint): Content {
  if (permission === 'anyone') return 'Needs no key.'
  const session =
    'or a browser that is signed ' +
    `in${needsFreshSession ? ' since an hour at most' : ''}${method === 'get' ? '' : ', by a page of this service'}.`
  return permission === 'any key'
    ? `Needs a key, whatever its permissions, ${session}`
    : (html`Needs a key with the permission <code>${permission}</code>, ${session}` as Content)
}

/** A request that can be copied into a shell with bash. */
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
