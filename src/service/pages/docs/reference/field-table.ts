import { type Content, html } from '../../html.ts'
import type { FieldRow } from '../../../api/reference/field-rows.ts'
import { markedText } from '../../parts/marked-text.ts'
import { schemasPath } from './reference-paths.ts'

/** Returns a table of fields or parameters with names, types, and descriptions. Types link to named schemas. */
export function fieldTable(rows: readonly FieldRow[]): Content {
  if (rows.length === 0) return undefined
  return html`
    <table class="blocks">
      <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
      <tbody>${rows.map(fieldRow)}</tbody>
    </table>
  `
}

function fieldRow({ name, type, isRequired, description, shape }: FieldRow): Content {
  const shownType =
    shape === undefined
      ? type
      : html`<a href=${shapeAddress(shape)}>${type.startsWith('array') ? `array of ${shape}` : shape}</a>`
  return html`
    <tr>
      <td><code>${name}</code>${!isRequired && html` <span class="quiet">optional</span>`}</td>
      <td class="quiet">${shownType}</td>
      <td>${markedText(description)}</td>
    </tr>
  `
}

/** Returns a named schema's anchor. */
export function shapeId(name: string): string {
  return `shape-${name}`
}

/** Returns a named schema's URL. */
export function shapeAddress(name: string): string {
  return `${schemasPath}#${shapeId(name)}`
}
